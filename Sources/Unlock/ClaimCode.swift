// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// A generated password of a spare: 25 characters of Crockford's base 32, 125 bits, in five groups.
package enum ClaimCode {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let length = 25

  static func make() -> String {
    grouped(Random.bytes(count: length).map { alphabet[Int($0) % alphabet.count] })
  }

  /// What a person typed, in the form it was shown in: any case, O for 0, I and L for 1, hyphens and blanks where one likes. Anything else
  /// comes back as it is, and opens nothing.
  package static func canonical(_ typed: UnsafeRawBufferPointer) throws(Password.Refusal) -> Password {
    let kept = SecretBytesBuilder(count: length)
    var count = 0
    for byte in typed where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      guard count < length, let letter = letter(byte) else { return try Password(typed) }
      kept.bytes[count] = letter
      count += 1
    }
    guard count == length else { return try Password(typed) }
    let shown = SecretBytesBuilder(count: length + 4)
    for i in 0..<length {
      shown.bytes[i + i / 5] = kept.bytes[i]
      if i % 5 == 4, i + 1 < length { shown.bytes[i + i / 5 + 1] = UInt8(ascii: "-") }
    }
    return try Password(UnsafeRawBufferPointer(shown.bytes))
  }

  private static func letter(_ typed: UInt8) -> UInt8? {
    let isLower = typed >= UInt8(ascii: "a") && typed <= UInt8(ascii: "z")
    let upper = isLower ? typed - 32 : typed
    switch upper {
    case UInt8(ascii: "O"): return UInt8(ascii: "0")
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
    default: return alphabet.contains(upper) ? upper : nil
    }
  }

  private static func grouped(_ letters: [UInt8]) -> String {
    stride(from: 0, to: letters.count, by: 5)
      .map { String(decoding: letters[$0..<$0 + 5], as: UTF8.self) }
      .joined(separator: "-")
  }
}
