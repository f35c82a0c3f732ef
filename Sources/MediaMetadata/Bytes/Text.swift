// Agony
// SPDX-License-Identifier: Apache-2.0

enum Text {
  /// UTF-8, or Latin-1 if it is none; up to the first NUL, without spaces around it. Nil if nothing is left.
  static func decoded(_ bytes: [UInt8]) -> String? {
    var kept = bytes.prefix { $0 != 0 }
    while let last = kept.last, last <= 0x20 { kept.removeLast() }
    kept = kept.drop { $0 <= 0x20 }
    guard !kept.isEmpty else { return nil }
    if let text = String(validating: kept, as: UTF8.self) { return text }
    // A limit may have cut a letter in two.
    if let text = String(validating: kept.dropLast(), as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(kept.map { Unicode.Scalar($0) }))
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
  }

  /// Decimal digits and nothing else, at most 18.
  static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
