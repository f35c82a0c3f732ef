// Agony
// SPDX-License-Identifier: Apache-2.0

enum WebPReader {
  static func read(_ file: View, _ findings: inout Findings) {
    var frames = 0
    for (type, content) in RIFFWalk(file.from(12)) {
      switch type {
      case "VP8X":
        let width = content.integer(4, byteCount: 3, .little)?.plus(1)
        findings.setSize(width, content.integer(7, byteCount: 3, .little)?.plus(1))
      case "VP8 " where findings.facts.width == nil && content.integer(3, byteCount: 3) == 0x9d012a:
        findings.setSize(content.u16(6, .little).map { $0 & 0x3fff }, content.u16(8, .little).map { $0 & 0x3fff })
      case "VP8L" where findings.facts.width == nil && content[0] == 0x2f:
        let packed = content.u32(1, .little)
        findings.setSize(packed.map { $0 & 0x3fff + 1 }, packed.map { $0 >> 14 & 0x3fff + 1 })
      case "ANMF": frames += 1
      case "EXIF": EXIFReader.read(block: content, &findings)
      case "XMP ": XMPReader.read(content, &findings)
      case "ICCP": findings.add(profile: content.range.map { ColourProfile(ranges: [$0]) })
      default: break
      }
    }
    findings.facts.isAnimated = frames > 1
    findings.facts.orientation = findings.exifOrientation ?? 1
  }
}
