// Agony
// SPDX-License-Identifier: Apache-2.0

/// The three kinds of text chunks of PNG.
enum PNGText {
  private static let byteLimit = 1 << 20

  static func read(_ type: FourCC, _ content: View, _ findings: inout Findings) {
    guard let keyEnd = (1..<80).first(where: { content[$0] == 0 }),
      let key = content.prefix(keyEnd).text(), isWanted(key), findings.takeBlock(),
      let value = value(type, content.from(keyEnd + 1))
    else { return }
    switch key {
    case "XML:com.adobe.xmp": XMPReader.read(value, &findings)
    case "Creation Time": readCreation(value, &findings)
    default: readProfile(value, content.input, &findings)
    }
  }

  private static func isWanted(_ key: String) -> Bool {
    ["XML:com.adobe.xmp", "Creation Time", "Raw profile type exif", "Raw profile type APP1"].contains(key)
  }

  private static func value(_ type: FourCC, _ rest: View) -> [UInt8]? {
    switch type {
    case "tEXt":
      return rest.bytes(atMost: byteLimit)
    case "zTXt":
      return rest.from(1).bytes(atMost: byteLimit).flatMap { Inflate.zlib($0, atMost: byteLimit) }
    default:
      // Packed or not, method, language, translated key.
      guard let isPacked = rest[0], let languageEnd = (2..<100).first(where: { rest[$0] == 0 }),
        let start = (languageEnd + 1..<languageEnd + 400).first(where: { rest[$0] == 0 })
      else { return nil }
      guard let bytes = rest.from(start + 1).bytes(atMost: byteLimit) else { return nil }
      return isPacked == 1 ? Inflate.zlib(bytes, atMost: byteLimit) : bytes
    }
  }

  private static func readCreation(_ value: [UInt8], _ findings: inout Findings) {
    if let text = DateText(value) {
      findings.dates.offer(text, .pngText)
    } else if let text = Text.decoded(value), let (time, utcOffset) = NamedMonthDate.parsed(text) {
      findings.dates.offer(
        CaptureTime(microseconds: time.microseconds, utcOffset: utcOffset, source: .pngText))
    }
  }

  /// ImageMagick's way to keep EXIF: a name and a length, each on a line, then hexadecimal digits.
  private static func readProfile(_ value: [UInt8], _ input: Input, _ findings: inout Findings) {
    let lines = value.split(separator: 0x0a, maxSplits: 2)
    guard lines.count == 3 else { return }
    let digits = lines[2].compactMap(hexadecimal)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    EXIFReader.read(block: input.assembled(bytes), &findings)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
