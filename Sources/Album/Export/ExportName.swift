// Agony
// SPDX-License-Identifier: Apache-2.0

/// The name under which an original is written. Pure.
///
/// A name that can stand is kept byte for byte. One that cannot, and one that begins with `%=`, becomes `%=` and the name with `%` and every
/// byte that cannot stand as `%` and two hexadecimal digits: whoever finds `%=` in front takes it off and puts the bytes back. One that is too
/// long keeps its beginning and its ending around `%~` and the item's id in 16 hexadecimal digits. docs/cli.md, "Names".
struct ExportName: Sendable, Equatable {
  /// What names the folder's file system takes.
  enum Limits: Sendable, Equatable {
    /// Anything but `/` and NUL, 255 bytes.
    case system
    /// UTF-8 without what Windows file systems refuse, 140 bytes: tried if the file system refuses the first.
    case portable
  }

  private let stem: [UInt8]
  /// With its dot.
  private let ending: [UInt8]
  private let item: Int64
  private let limits: Limits

  init(_ name: [UInt8], item: Int64, limits: Limits) {
    let written = ExportName.escaped(name, limits)
    let split = ExportName.endingStart(written)
    stem = Array(written[..<split])
    ending = Array(written[split...])
    self.item = item
    self.limits = limits
  }

  /// `number` 1: the name itself. From 2 on: with ` (2)` before the ending.
  func bytes(number: Int) -> [UInt8] {
    let suffix = number == 1 ? [] : Array(" (\(number))".utf8)
    let whole = stem + suffix + ending
    guard whole.count > maximumByteCount else { return whole }
    let hex = String(UInt64(bitPattern: item), radix: 16)
    let mark = Array("%~".utf8) + Array(String(repeating: "0", count: 16 - hex.count).utf8) + Array(hex.utf8)
    let room = maximumByteCount - mark.count - suffix.count - ending.count
    return ExportName.characters(of: stem, within: room) + mark + suffix + ending
  }

  private var maximumByteCount: Int { limits == .system ? 255 : 140 }

  private static func escaped(_ name: [UInt8], _ limits: Limits) -> [UInt8] {
    let marker: [UInt8] = [0x25, 0x3D]  // %=
    let refused = refusedPositions(name, limits)
    guard !refused.isEmpty || name.isEmpty || name.starts(with: marker) else { return name }
    var result = marker
    for (position, byte) in name.enumerated() {
      if byte == 0x25 || refused.contains(position) {
        let hex = String(byte, radix: 16, uppercase: true)
        result += [0x25] + Array((hex.count == 1 ? "0" + hex : hex).utf8)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  private static func refusedPositions(_ name: [UInt8], _ limits: Limits) -> Set<Int> {
    if name == [0x2E] || name == [0x2E, 0x2E] { return Set(name.indices) }
    var positions = Set(name.indices.filter { name[$0] == 0 || name[$0] == 0x2F })
    guard limits == .portable else { return positions }
    let isUTF8 = String(validating: name, as: UTF8.self) != nil
    for (i, byte) in name.enumerated() {
      let isSpecial = byte < 0x20 || byte == 0x7F || Array("\"*:<>?\\|".utf8).contains(byte)
      let isAtEnd = i == name.count - 1 && (byte == 0x20 || byte == 0x2E)
      if isSpecial || isAtEnd || (byte >= 0x80 && !isUTF8) { positions.insert(i) }
    }
    return positions
  }

  /// Where the ending begins: at the last dot, if it is not the first byte and few enough bytes follow.
  private static func endingStart(_ name: [UInt8]) -> Int {
    guard let dot = name.lastIndex(of: 0x2E), dot > 0, name.count - dot <= 16 else { return name.count }
    return dot
  }

  /// The first bytes, without half a character of UTF-8 at the end.
  private static func characters(of bytes: [UInt8], within count: Int) -> [UInt8] {
    var end = min(count, bytes.count)
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80, count - end < 3 { end -= 1 }
    return Array(bytes[..<end])
  }
}
