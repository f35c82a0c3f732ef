// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds PNG, RIFF and Matroska files without pictures in them.
enum Chunks {
  static func png(width: Int = 64, height: Int = 48, _ chunks: (String, [UInt8])...) -> [UInt8] {
    let head: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let header = [("IHDR", Bytes.be32(width) + Bytes.be32(height) + [8, 2, 0, 0, 0])]
    return (header + chunks + [("IEND", [])]).reduce(head) {
      $0 + Bytes.be32($1.1.count) + Bytes.text($1.0) + $1.1 + Bytes.zeros(4)
    }
  }

  static func riff(_ form: String, _ chunks: [UInt8]...) -> [UInt8] {
    let content = Bytes.text(form) + chunks.flatMap { $0 }
    return Bytes.text("RIFF") + Bytes.le32(content.count) + content
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    Bytes.text(type) + Bytes.le32(content.count) + content + (content.count % 2 == 0 ? [] : [0])
  }

  static func element(_ id: [UInt8], _ content: [UInt8]...) -> [UInt8] {
    let all = content.flatMap { $0 }
    return id + [0x10 | UInt8(all.count >> 24 & 15)] + Bytes.big(all.count, 3) + all
  }

  static func matroska(doc: String = "webm", date: Int64? = nil) -> [UInt8] {
    var info = element([0x2a, 0xd7, 0xb1], Bytes.be32(1_000_000)) + element([0x44, 0x89], Bytes.be32(0x451c_4000))
    if let date { info += element([0x44, 0x61], Bytes.big(Int(date), 8)) }
    let track = element(
      [0xae], element([0x83], [1]), element([0x86], Bytes.text("V_VP9")),
      element([0x23, 0xe3, 0x83], Bytes.be32(40_000_000)),
      element([0xe0], element([0xb0], Bytes.be16(640)), element([0xba], Bytes.be16(360))))
    return element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Bytes.text(doc)))
      + element(
        [0x18, 0x53, 0x80, 0x67], element([0x15, 0x49, 0xa9, 0x66], info), element([0x16, 0x54, 0xae, 0x6b], track))
  }
}
