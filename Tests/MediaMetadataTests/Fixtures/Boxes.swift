// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds boxes of ISO base media files.
enum Boxes {
  static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    named(Bytes.text(type), content.flatMap { $0 })
  }

  static func named(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
    Bytes.be32(content.count + 8) + type + content
  }

  static func full(_ type: String, version: UInt8 = 0, flags: Int = 0, _ content: [UInt8]...) -> [UInt8] {
    box(type, [version] + Bytes.big(flags, 3) + content.flatMap { $0 })
  }

  static func ftyp(_ brands: String...) -> [UInt8] {
    box("ftyp", Bytes.text(brands[0]) + Bytes.zeros(4) + brands.flatMap { Bytes.text($0) })
  }
}
