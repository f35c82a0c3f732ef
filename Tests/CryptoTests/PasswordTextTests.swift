// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@Suite("Password text")
struct PasswordTextTests {
  private static func normalize(_ bytes: [UInt8]) throws -> [UInt8] {
    try bytes.withUnsafeBytes { try PasswordText.normalize($0) }.bytes
  }

  /// Right sides by Python's unicodedata.
  @Test(
    "Text comes out in Normalization Form C",
    arguments: [
      ("ma\u{6E}\u{303}ana", "6d61c3b1616e61"),
      ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "ed959ceab880"),
      ("\u{FB2C}", "d7a9d6bcd781"),
      ("\u{1D160}", "f09d8598f09d85a5f09d85ae"),
      ("\u{2126}", "cea9"),
      ("\u{212B}", "c385"),
      ("\u{958}", "e0a495e0a4bc"),
      ("\u{2ADC}", "e2ab9dccb8"),
      ("\u{344}", "cc88cc81"),
      ("a\u{323}\u{307} a\u{307}\u{323}", "e1baa1cc8720e1baa1cc87"),
      ("q\u{307}\u{323}", "71cca3cc87"),
      ("\u{1E9B}\u{323}", "e1ba9bcca3"),
      ("\u{FB01}", "efac81"),
      ("\u{F73}", "e0bdb1e0bdb2"),
      ("\u{2F800}", "e4b8bd"),
      ("\u{AC01}\u{11A8}", "eab081e186a8"),
      ("\u{CC6}\u{CC2}\u{CD5}", "e0b38b"),
      ("\u{1F469}\u{200D}\u{1F4BB}", "f09f91a9e2808df09f92bb"),
    ])
  func composed(text: String, expected: String) throws {
    // The scalars as written here: a String compares NFC and NFD as the same, its UTF-8 does not change.
    let bytes = Array(text.utf8)
    let normalized = try PasswordTextTests.normalize(bytes)
    #expect(normalized.hex == expected)
    #expect(try PasswordTextTests.normalize(normalized) == normalized)
  }

  @Test("Twins of one text in NFC and NFD are one password")
  func twins() throws {
    let nfc = try PasswordTextTests.normalize([UInt8](hex: "6d61c3b1616e61"))
    #expect(nfc == (try PasswordTextTests.normalize([UInt8](hex: "6d616ecc83616e61"))))
    #expect(nfc != Array("manana".utf8))
  }

  @Test("Nothing is trimmed, folded or cut at a NUL")
  func keptAsTyped() throws {
    let texts = [" a", "a ", "a\n", "\ta", "A", "a", "a\0", "a\0b", "\0", "ﬁ", "fi", "Ａ", "\u{FEFF}a", "\u{200B}a"]
    let kept = try texts.map { try PasswordTextTests.normalize(Array($0.utf8)) }
    #expect(Set(kept).count == texts.count)
    for (text, bytes) in zip(texts, kept) { #expect(bytes == Array(text.utf8)) }
    let accented = Array("ñ\0 x ".utf8)
    #expect(try PasswordTextTests.normalize(accented) == accented)
  }

  @Test("4,096 bytes are a password, 4,097 and none are not")
  func limits() throws {
    #expect(throws: PasswordText.Refusal.empty) { try PasswordTextTests.normalize([]) }
    for unit in ["a", "ñ", "한", "👩"] {
      let unitBytes = Array(unit.utf8)
      let count = 4096 / unitBytes.count
      var bytes = [UInt8]((0..<count).map { _ in unitBytes }.joined())
      bytes += [UInt8](repeating: 0x78, count: 4096 - bytes.count)
      #expect(try PasswordTextTests.normalize(bytes) == bytes)
      #expect(throws: PasswordText.Refusal.tooLong) { try PasswordTextTests.normalize(bytes + [0x78]) }
    }
    // Grows by composition exclusions: 1,365 letters of 3 bytes become 6 bytes each.
    let growing = [UInt8]((0..<1365).map { _ in Array("\u{FB2C}".utf8) }.joined())
    #expect(throws: PasswordText.Refusal.tooLong) { try PasswordTextTests.normalize(growing) }
    let shrinking = [UInt8]((0..<1365).map { _ in [0x6E, 0xCC, 0x83] }.joined())
    #expect(try PasswordTextTests.normalize(shrinking).count == 2 * 1365)
    #expect(throws: PasswordText.Refusal.tooLong) {
      try PasswordTextTests.normalize([UInt8](repeating: 0x61, count: 1 << 20))
    }
  }

  @Test(
    "Bytes that are no UTF-8 are refused",
    arguments: [
      "ff", "c3", "c328", "e28228", "eda080", "edbfbf", "c080", "e08080", "f4908080", "f8888080", "61ff", "80",
      "f09f91",
    ])
  func invalid(hex: String) {
    #expect(throws: PasswordText.Refusal.notUTF8) { try PasswordTextTests.normalize([UInt8](hex: hex)) }
    #expect(throws: PasswordText.Refusal.notUTF8) { try PasswordTextTests.normalize([0x61, 0x62] + [UInt8](hex: hex)) }
  }

  @Test("A secret put together piece by piece stays within its memory")
  func manyMarks() throws {
    // The longest decompositions and long runs of combining marks.
    for text in ["\u{1F82}", "\u{390}", "\u{1D1C0}", "a" + String(repeating: "\u{301}\u{323}", count: 900)] {
      let bytes = [UInt8](Array(text.utf8).prefix(4096))
      #expect(try !PasswordTextTests.normalize(bytes).isEmpty)
    }
  }
}
