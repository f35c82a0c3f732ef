// Agony
// SPDX-License-Identifier: Apache-2.0

/// The `iloc` box: where items lie, in the file (construction 0) or in `idat` (1).
struct ItemLocations {
  private static let byteLimit = 4 << 20

  private let table: View
  private let inside: View?
  private let file: View
  private let version: Int
  private let sizes: Int

  init?(_ meta: View, file: View) {
    guard let (version, table) = BoxWalk(meta).first(where: { $0.type == "iloc" })?.full, version <= 2,
      let sizes = table.u16(0)
    else { return nil }
    self.table = table
    self.version = version
    self.sizes = sizes
    self.file = file
    inside = meta.box("idat")
  }

  /// Nil if any part of it lies outside.
  func data(of item: Int) -> View? {
    let idSize = version < 2 ? 2 : 4
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    let extentSize = indexSize + offsetSize + lengthSize
    guard let count = table.integer(2, byteCount: idSize) else { return nil }
    var position = 2 + idSize
    for _ in 0..<min(count, 4096) {
      guard let id = table.integer(position, byteCount: idSize) else { return nil }
      position += idSize
      let method = version == 0 ? 0 : (table.u16(position) ?? 0) & 15
      position += version == 0 ? 2 : 4
      guard let base = table.integer(position, byteCount: baseSize), let extents = table.u16(position + baseSize) else {
        return nil
      }
      position += baseSize + 2
      guard id == item else {
        position += extents * extentSize
        continue
      }
      guard let container = method == 0 ? file : method == 1 ? inside : nil else { return nil }
      let parts = (0..<min(extents, 64)).map { i -> View? in
        let start = position + i * extentSize + indexSize
        guard let offset = table.integer(start, byteCount: offsetSize)?.plus(base),
          let length = table.integer(start + offsetSize, byteCount: lengthSize)
        else { return nil }
        // Without a length an extent is all there is.
        return lengthSize == 0 || length == 0 ? container.from(offset) : container.slice(offset, length)
      }
      return joined(parts)
    }
    return nil
  }

  private func joined(_ parts: [View?]) -> View? {
    if parts.count == 1 { return parts[0] }
    var bytes: [UInt8] = []
    for part in parts {
      guard let part, let more = part.bytes(atMost: Self.byteLimit - bytes.count) else { return nil }
      bytes += more
    }
    return bytes.isEmpty ? nil : file.input.assembled(bytes)
  }
}
