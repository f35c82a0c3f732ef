// Agony
// SPDX-License-Identifier: Apache-2.0

enum PNGReader {
  static func read(_ file: View, _ findings: inout Findings) {
    var position = 8
    for _ in 0..<65_536 {
      guard let length = file.u32(position), let type = file.fourCC(position + 4) else { break }
      let content = file.from(position + 8).prefix(length)
      guard content.count == length || type == "IHDR" else { break }
      switch type {
      case "IHDR": findings.setSize(content.u32(0), content.u32(4))
      case "eXIf": EXIFReader.read(block: content, &findings)
      case "iCCP": readProfile(content, &findings)
      case "acTL": findings.facts.isAnimated = (content.u32(0) ?? 0) > 1
      case "tIME": readTime(content, &findings)
      case "tEXt", "zTXt", "iTXt": PNGText.read(type, content, &findings)
      default: break
      }
      if type == "IEND" { break }
      position += 12 + length
    }
    findings.facts.orientation = findings.exifOrientation ?? 1
  }

  private static func readProfile(_ content: View, _ findings: inout Findings) {
    guard let nameEnd = (0..<80).first(where: { content[$0] == 0 }) else { return }
    guard let range = content.from(nameEnd + 2).range, range.count > 0 else { return }
    findings.add(profile: ColourProfile(ranges: [range], isDeflated: true))
  }

  private static func readTime(_ content: View, _ findings: inout Findings) {
    guard let year = content.u16(0), let month = content[2], let day = content[3], let hour = content[4],
      let minute = content[5], let second = content[6]
    else { return }
    let time = CivilTime(
      year: year, month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute), second: Int(second))
    if let time { findings.dates.offer(utc: time.microseconds, .exifModified) }
  }
}
