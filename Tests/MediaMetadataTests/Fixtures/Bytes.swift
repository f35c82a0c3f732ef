// Agony
// SPDX-License-Identifier: Apache-2.0

/// Integers and texts as bytes.
enum Bytes {
  static func be16(_ value: Int) -> [UInt8] { big(value, 2) }
  static func be32(_ value: Int) -> [UInt8] { big(value, 4) }
  static func le16(_ value: Int) -> [UInt8] { big(value, 2).reversed() }
  static func le32(_ value: Int) -> [UInt8] { big(value, 4).reversed() }

  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
