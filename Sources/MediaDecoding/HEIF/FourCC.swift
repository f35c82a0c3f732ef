// Agony
// SPDX-License-Identifier: Apache-2.0

/// Four letters that name a box, a brand or an item's type.
struct FourCC: RawRepresentable, Hashable, ExpressibleByStringLiteral, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(stringLiteral value: StaticString) {
    var number: UInt32 = 0
    value.withUTF8Buffer { for byte in $0.prefix(4) { number = number << 8 | UInt32(byte) } }
    rawValue = number
  }
}
