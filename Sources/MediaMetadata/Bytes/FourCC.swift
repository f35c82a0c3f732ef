// Agony
// SPDX-License-Identifier: Apache-2.0

/// Four letters that name a box, a chunk or a brand.
struct FourCC: Hashable, ExpressibleByStringLiteral {
  let code: UInt32

  init(code: UInt32) {
    self.code = code
  }

  init(stringLiteral value: StaticString) {
    var code: UInt32 = 0
    value.withUTF8Buffer { for byte in $0.prefix(4) { code = code << 8 | UInt32(byte) } }
    self.code = code
  }

  /// As text: what is not printable ASCII becomes "?".
  var text: String {
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return String(decoding: letters.map { (0x20..<0x7f).contains($0) ? $0 : 0x3f }, as: UTF8.self)
  }
}
