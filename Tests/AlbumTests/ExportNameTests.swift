// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Album

@Suite("Names of exported files")
struct ExportNameTests {
  private func name(_ bytes: [UInt8], number: Int = 1, limits: ExportName.Limits = .system) -> [UInt8] {
    ExportName(bytes, item: 0x1234, limits: limits).bytes(number: number)
  }

  private func name(_ text: String, number: Int = 1, limits: ExportName.Limits = .system) -> String {
    String(decoding: name(Array(text.utf8), number: number, limits: limits), as: UTF8.self)
  }

  @Test(
    "What can stand is kept byte for byte",
    arguments: [
      "IMG_0001.JPG", "test ;).jpg", ".hidden", "CON.jpg", "man\u{303}ana.heic", "ma\u{F1}ana.heic", "a%2Fb",
      "100%.jpg",
      "👩‍👩‍👧‍👦.mov", "<img onerror=alert(1)>.png", "-rf", " ", String(repeating: "ж", count: 120) + ".jpg",
    ])
  func exact(_ text: String) {
    #expect(name(text) == text)
  }

  @Test("Bytes that are no text are kept as well")
  func rawBytes() {
    #expect(name([0xFF, 0xFE, 0x0A]) == [0xFF, 0xFE, 0x0A])
  }

  @Test(
    "What cannot stand is written so that it can be put back",
    arguments: [
      ("", "%="), (".", "%=%2E"), ("..", "%=%2E%2E"), ("../../x.jpg", "%=..%2F..%2Fx.jpg"), ("a\0b", "%=a%00b"),
      ("50%/x", "%=50%25%2Fx"), ("%=already", "%=%25=already"),
    ])
  func escaped(_ text: String, _ expected: String) {
    #expect(name(text) == expected)
    #expect(putBack(Array(expected.utf8)) == Array(text.utf8))
  }

  @Test("The second of a name has its number before the ending")
  func numbers() {
    #expect(name("a.jpg", number: 2) == "a (2).jpg")
    #expect(name("archive.tar.gz", number: 3) == "archive.tar (3).gz")
    #expect(name(".hidden", number: 2) == ".hidden (2)")
    #expect(name("none", number: 10) == "none (10)")
  }

  @Test("What is too long keeps its beginning, its item's id and its ending")
  func tooLong() {
    let long = String(repeating: "a", count: 300) + ".jpeg"
    #expect(name(long) == String(repeating: "a", count: 232) + "%~0000000000001234.jpeg")
    #expect(name(long, number: 2).utf8.count == 255)
    let exactly = String(repeating: "b", count: 251) + ".jpg"
    #expect(name(exactly) == exactly)
    #expect(name(exactly, number: 2).utf8.count == 255)
    let wide = String(repeating: "ж", count: 200)
    #expect(String(validating: name(Array(wide.utf8)), as: UTF8.self) != nil)
  }

  @Test("Where the file system is particular, names are too")
  func portable() {
    #expect(name("what?.jpg", limits: .portable) == "%=what%3F.jpg")
    #expect(name("end.", limits: .portable) == "%=end%2E")
    #expect(name([0x61, 0xFF], limits: .portable) == Array("%=a%FF".utf8))
    #expect(name("ma\u{F1}ana.jpg", limits: .portable) == "ma\u{F1}ana.jpg")
    #expect(name(String(repeating: "a", count: 200), limits: .portable).utf8.count == 140)
  }

  /// What docs/cli.md tells a person to do.
  private func putBack(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = name.dropFirst(2)
    while let byte = rest.popFirst() {
      if byte == 0x25 {
        result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
