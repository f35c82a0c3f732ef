// Agony
// SPDX-License-Identifier: Apache-2.0

/// JPEG XL: a bare codestream, or one in boxes. The codestream alone tells the orientation.
enum JPEGXLReader {
  static func read(_ file: View, _ findings: inout Findings) {
    guard file.u16(0) != 0xff0a else { return readCodestream(file, &findings) }
    for box in BoxWalk(file) {
      switch box.type {
      case "jxlc": readCodestream(box.content, &findings)
      case "jxlp" where findings.facts.width == nil: readCodestream(box.content.from(4), &findings)
      case "Exif":
        let start = box.content.u32(0)?.plus(4)
        EXIFReader.read(block: box.content.from(start ?? -1), &findings)
      case "xml ": XMPReader.read(box.content, &findings)
      default: break
      }
    }
  }

  private static func readCodestream(_ stream: View, _ findings: inout Findings) {
    guard stream.u16(0) == 0xff0a else { return }
    var reader = BitReader(stream.from(2))
    guard let size = size(&reader) else { return }
    findings.setSize(size.width, size.height)
    guard reader.bits(1) == 0, reader.bits(1) == 1, let turn = reader.bits(3) else { return }
    findings.facts.orientation = turn + 1
    if reader.bits(1) == 1, Self.size(&reader) == nil { return }
    guard reader.bits(1) == 0 else { return }  // a preview: animations have none
    findings.facts.isAnimated = reader.bits(1) == 1
  }

  private static func size(_ reader: inout BitReader) -> (width: Int, height: Int)? {
    guard let isSmall = reader.bits(1), let height = side(&reader, isSmall: isSmall == 1), let ratio = reader.bits(3)
    else { return nil }
    guard ratio > 0 else { return side(&reader, isSmall: isSmall == 1).map { ($0, height) } }
    let (numerator, denominator) = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)][ratio - 1]
    return (height * numerator / denominator, height)
  }

  private static func side(_ reader: inout BitReader, isSmall: Bool) -> Int? {
    if isSmall { return reader.bits(5).map { ($0 + 1) * 8 } }
    return reader.bits(2).flatMap { reader.bits([9, 13, 18, 30][$0]) }.map { $0 + 1 }
  }
}
