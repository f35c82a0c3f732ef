// Agony
// SPDX-License-Identifier: Apache-2.0

/// The items of a HEIF or AVIF file, from its `meta` box. Reads nothing but boxes; every count has a bound.
struct HEIFFile {
  private static let itemLimit = 20_000
  private static let extentLimit = 64

  private(set) var items: [Int: HEIFItem] = [:]
  private(set) var primary: Int?
  private var dataStart: Int?
  private var dataEnd = 0

  /// Nil if there is no `meta` box with a primary item.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var file = BoxReader(bytes)
    while let (type, content) = file.box() {
      guard type == "meta" else { continue }
      read(meta: content, fileByteCount: bytes.count)
      break
    }
    guard primary != nil else { return nil }
  }

  private mutating func read(meta: BoxReader, fileByteCount: Int) {
    var boxes: [FourCC: BoxReader] = [:]
    var reader = meta
    guard reader.fullBox() != nil else { return }
    while boxes.count < 64, let (type, content) = reader.box() { boxes[type] = boxes[type] ?? content }
    if let data = boxes["idat"] { (dataStart, dataEnd) = (data.position, data.end) }
    if var reader = boxes["pitm"], let (version, _) = reader.fullBox() {
      primary = reader.integer(version == 0 ? 2 : 4)
    }
    if let reader = boxes["iinf"] { readItems(reader) }
    if let reader = boxes["iloc"] { readLocations(reader, fileByteCount) }
    if let reader = boxes["iref"] { readReferences(reader) }
    if let reader = boxes["iprp"] { readProperties(reader) }
  }

  private mutating func readItems(_ content: BoxReader) {
    var reader = content
    guard let (version, _) = reader.fullBox(), reader.integer(version == 0 ? 2 : 4) != nil else { return }
    while items.count < Self.itemLimit, var (type, entry) = reader.box() {
      guard type == "infe", let (version, _) = entry.fullBox(), version >= 2 else { continue }
      guard let id = entry.integer(version == 2 ? 2 : 4), entry.integer(2) != nil else { continue }
      type = entry.type() ?? type
      items[id] = HEIFItem(type: type)
    }
  }

  private mutating func readLocations(_ content: BoxReader, _ fileByteCount: Int) {
    var reader = content
    guard let (version, _) = reader.fullBox(), version <= 2, let sizes = reader.integer(2),
      let count = reader.integer(version < 2 ? 2 : 4)
    else { return }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    for _ in 0..<min(count, Self.itemLimit) {
      guard let id = reader.integer(version < 2 ? 2 : 4) else { return }
      var method = 0
      if version > 0 { method = (reader.integer(2) ?? 0) & 15 }
      guard reader.integer(2) != nil, let base = reader.integer(baseSize), let extentCount = reader.integer(2) else {
        return
      }
      var extents: [Range<Int>] = []
      for _ in 0..<extentCount {
        reader.skip(indexSize)
        guard let offset = reader.integer(offsetSize), let length = reader.integer(lengthSize) else { return }
        if extents.count < Self.extentLimit,
          let extent = extent(method, base, offset, length, fileByteCount)
        {
          extents.append(extent)
        }
      }
      items[id]?.extents = extents
    }
  }

  /// Nil if it points outside.
  private func extent(_ method: Int, _ base: Int, _ offset: Int, _ length: Int, _ fileByteCount: Int) -> Range<Int>? {
    var (start, end) = (0, fileByteCount)
    if method == 1, let dataStart { (start, end) = (dataStart, dataEnd) } else if method != 0 { return nil }
    let (relative, first) = base.addingReportingOverflow(offset)
    let (absolute, second) = start.addingReportingOverflow(relative)
    guard !first, !second, absolute >= start, absolute <= end, length >= 0, length <= end - absolute else { return nil }
    // No length means up to the end.
    return absolute..<(length == 0 ? end : absolute + length)
  }

  private mutating func readReferences(_ content: BoxReader) {
    var reader = content
    guard let (version, _) = reader.fullBox() else { return }
    let size = version == 0 ? 2 : 4
    while let (type, entry) = reader.box() {
      var entry = entry
      guard let from = entry.integer(size), let count = entry.integer(2) else { continue }
      var targets: [Int] = []
      for _ in 0..<count {
        guard let target = entry.integer(size) else { break }
        targets.append(target)
      }
      items[from]?.references[type, default: []] += targets
    }
  }

  private mutating func readProperties(_ content: BoxReader) {
    var reader = content
    var properties: [HEIFProperty] = []
    while let (type, entry) = reader.box() {
      var entry = entry
      switch type {
      case "ipco":
        while properties.count < Self.itemLimit, let (type, content) = entry.box() {
          properties.append(HEIFProperty(type, content))
        }
      case "ipma":
        readAssociations(entry, properties)
      default: break
      }
    }
  }

  private mutating func readAssociations(_ content: BoxReader, _ properties: [HEIFProperty]) {
    var reader = content
    guard let (version, flags) = reader.fullBox(), let count = reader.integer(4) else { return }
    for _ in 0..<min(count, Self.itemLimit) {
      guard let id = reader.integer(version < 1 ? 2 : 4), let associationCount = reader.integer(1) else { return }
      for _ in 0..<associationCount {
        guard let value = reader.integer(flags & 1 == 1 ? 2 : 1) else { return }
        let index = value & (flags & 1 == 1 ? 0x7fff : 0x7f)
        // Numbered from 1; 0 is none.
        if index > 0, index <= properties.count, items[id] != nil, items[id]?.properties.count ?? 64 < 64 {
          items[id]?.properties.append(properties[index - 1])
        }
      }
    }
  }
}
