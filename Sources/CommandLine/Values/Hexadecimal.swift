// Agony
// SPDX-License-Identifier: Apache-2.0

enum Hexadecimal {
  private static let digits = [UInt8]("0123456789abcdef".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Exactly two digits.
  static func text(_ byte: UInt8) -> String { text([byte]) }
}
