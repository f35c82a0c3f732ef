// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLineInterface

@Suite("JSON")
struct JSONWriterTests {
  private func json(_ bytes: [UInt8]) -> String {
    var writer = JSONWriter()
    writer.value(bytes)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("Objects and arrays nest, with commas where they belong")
  func nesting() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("a", 1)
      writer.key("b")
      writer.array { writer in
        writer.value("x")
        writer.object { _ in }
        writer.array { _ in }
        writer.null()
        writer.value(true)
      }
      writer.field("c", optional: nil)
      writer.field("d", 1.5)
      writer.field("e", -Int64.max)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":1,"b":["x",{},[],null,true],"c":null,"d":1.5,"e":-9223372036854775807}"#)
  }

  @Test("Quotes, backslashes and control characters are escaped, all else stays")
  func escapes() {
    #expect(json([UInt8]("a\"b\\c\n\t\r\u{1}\u{7f}\u{9b}".utf8)) == #""a\"b\\c\n\t\r\u0001\u007f\u009b""#)
    #expect(json([UInt8]("mañana 🏔️ 写真".utf8)) == "\"mañana 🏔️ 写真\"")
    #expect(json([UInt8]("\u{202e}gpj".utf8)) == #""\u202egpj""#)
  }

  @Test(
    "Each byte that is not UTF-8 becomes a lone surrogate of its own",
    arguments: [
      ([0xff], #"\udcff"#), ([0x61, 0x80, 0x62], #"a\udc80b"#), ([0xc3], #"\udcc3"#),
      ([0xe2, 0x82, 0x41], #"\udce2\udc82A"#),
      ([0xed, 0xa0, 0x80], #"\udced\udca0\udc80"#), ([0xc0, 0xaf], #"\udcc0\udcaf"#),
      ([0xf4, 0x90, 0x80, 0x80], #"\udcf4\udc90\udc80\udc80"#),
      ([0xf0, 0x80, 0x80, 0x80], #"\udcf0\udc80\udc80\udc80"#), ([0xe0, 0x80, 0x80], #"\udce0\udc80\udc80"#),
      ([0xf0, 0x9f, 0x98, 0x80], "😀"),
    ] as [([UInt8], String)])
  func invalidBytes(bytes: [UInt8], text: String) { #expect(json(bytes) == "\"\(text)\"") }

  @Test("Any bytes come back from their JSON")
  func roundTrip() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 1...255, using: &generator)
      }
      try #require(decode(json(bytes)) == bytes, "\(bytes)")
    }
  }

  /// What a reader does with the escapes above.
  private func decode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars.dropFirst().dropLast()
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        bytes += [UInt8](String(scalar).utf8)
        continue
      }
      switch rest.popFirst() {
      case "n": bytes.append(10)
      case "r": bytes.append(13)
      case "t": bytes.append(9)
      case "u":
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        rest = rest.dropFirst(4)
        let value = UInt32(digits, radix: 16) ?? 0
        if (0xdc80...0xdcff).contains(value) {
          bytes.append(UInt8(value & 0xff))
        } else if let scalar = Unicode.Scalar(value) {
          bytes += [UInt8](String(scalar).utf8)
        }
      case let other?: bytes += [UInt8](String(other).utf8)
      case nil: break
      }
    }
    return bytes
  }
}
