// Agony
// SPDX-License-Identifier: Apache-2.0

enum JPEGReader {
  static func read(_ file: View, _ findings: inout Findings) {
    readPicture(file, &findings)
    findings.facts.orientation = findings.exifOrientation ?? 1
    findings.facts.motionPhoto = MotionPhoto.film(in: file, findings.motion)
  }

  /// Everything but what depends on the file around the JPEG.
  static func readPicture(_ picture: View, _ findings: inout Findings) {
    var profile: [Int: ByteRange] = [:]
    var extended = ExtendedXMP()
    for segment in JPEGSegments(picture) {
      let content = segment.content
      switch segment.marker {
      case 0xe1 where content.has("Exif\u{0}"):
        EXIFReader.read(block: content, &findings)
      case 0xe1 where content.has("http://ns.adobe.com/xap/1.0/\u{0}"):
        XMPReader.read(content.from(29), &findings)
      case 0xe1 where content.has("http://ns.adobe.com/xmp/extension/\u{0}"):
        extended.add(content.from(35))
      case 0xe2 where content.has("ICC_PROFILE\u{0}"):
        if let number = content[12], profile.count < 255 { profile[Int(number)] = content.from(14).range }
      case 0xed where content.has("Photoshop 3.0\u{0}"):
        PhotoshopReader.read(content.from(14), &findings)
      default:
        if segment.isFrame, findings.facts.width == nil { findings.setSize(content.u16(3), content.u16(1)) }
      }
    }
    if !profile.isEmpty {
      let ranges = profile.sorted { $0.key < $1.key }.map(\.value)
      findings.add(profile: ColourProfile(ranges: ranges))
    }
    if let packet = extended.packet { XMPReader.read(packet, &findings) }
  }
}
