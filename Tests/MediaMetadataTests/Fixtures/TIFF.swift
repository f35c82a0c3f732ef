// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds TIFF blocks, as EXIF uses them: little-endian, values behind each directory.
struct TIFF {
  enum Value {
    case text(String)
    case bytes([UInt8])
    case short(Int)
    case long(Int)
    case rationals([(Int, Int)])
    /// A directory that the tag points to.
    case directory([(Int, Value)])
    /// A block that the tag points to, with its length as another tag.
    case block([UInt8], lengthTag: Int)
  }

  static func block(_ entries: [(Int, Value)], header: [UInt8] = [0x49, 0x49, 42, 0]) -> [UInt8] {
    let head = header + Bytes.le32(8)
    return head + directory(entries, at: 8)
  }

  private static func directory(_ entries: [(Int, Value)], at offset: Int) -> [UInt8] {
    var all = entries
    for case (_, .block(let bytes, let tag)) in entries { all.append((tag, .long(bytes.count))) }
    var table = Bytes.le16(all.count)
    var behind: [UInt8] = []
    let start = offset + 2 + 12 * all.count + 4
    for (tag, value) in all.sorted(by: { $0.0 < $1.0 }) {
      let (type, count, bytes): (Int, Int, [UInt8])
      switch value {
      case .text(let text): (type, count, bytes) = (2, text.utf8.count + 1, Bytes.text(text) + [0])
      case .bytes(let content): (type, count, bytes) = (7, content.count, content)
      case .short(let number): (type, count, bytes) = (3, 1, Bytes.le16(number))
      case .long(let number): (type, count, bytes) = (4, 1, Bytes.le32(number))
      case .rationals(let fractions):
        (type, count) = (5, fractions.count)
        bytes = fractions.flatMap { Bytes.le32($0.0) + Bytes.le32($0.1) }
      case .directory(let entries):
        (type, count, bytes) = (4, 1, Bytes.le32(start + behind.count))
        behind += directory(entries, at: start + behind.count)
      case .block(let content, _):
        (type, count, bytes) = (4, 1, Bytes.le32(start + behind.count))
        behind += content
      }
      table += Bytes.le16(tag) + Bytes.le16(type) + Bytes.le32(count)
      if bytes.count <= 4 {
        table += bytes + Bytes.zeros(4 - bytes.count)
      } else {
        table += Bytes.le32(start + behind.count)
        behind += bytes
      }
    }
    return table + Bytes.le32(0) + behind
  }
}
