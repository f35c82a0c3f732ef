// Agony
// SPDX-License-Identifier: Apache-2.0

/// What cameras write about a film, in three manners: QuickTime's keys, its user data, and the item list of MP4.
enum MovieMetadata {
  static func read(meta content: View, _ findings: inout Findings) {
    // QuickTime's box has no version; MP4's has.
    let boxes = content.fourCC(4) == "hdlr" ? content : content.from(4)
    guard let list = boxes.box("ilst") else { return }
    let keys = boxes.box("keys").map(names) ?? []
    for box in BoxWalk(list).prefix(512) {
      guard let value = box.content.box("data")?.from(8).text(atMost: 512) else { continue }
      let index = Int(box.type.code) - 1
      set(keys.indices.contains(index) ? keys[index] : box.type.latin, value, &findings)
    }
  }

  static func read(userData content: View, _ findings: inout Findings) {
    for box in BoxWalk(content).prefix(256) {
      switch box.type {
      case "meta": read(meta: box.content, &findings)
      case "XMP_": XMPReader.read(box.content, &findings)
      case "loci": readLocation(box.content, &findings)
      default:
        guard box.type.code >> 24 == 0xa9 else { continue }
        // A length and a language, or a box as in an item list.
        let text = box.content.u16(0).flatMap { box.content.slice(4, $0)?.text(atMost: 512) }
        if let value = text ?? box.content.box("data")?.from(8).text(atMost: 512) {
          set(box.type.latin, value, &findings)
        }
      }
    }
  }

  private static func names(_ keys: View) -> [String] {
    guard let count = keys.u32(4) else { return [] }
    var names: [String] = []
    var position = 8
    for _ in 0..<min(count, 512) {
      guard let size = keys.u32(position), size >= 8 else { break }
      names.append(keys.from(position + 8).prefix(size - 8).text() ?? "")
      position += size
    }
    return names
  }

  private static func set(_ key: String, _ value: String, _ findings: inout Findings) {
    switch key {
    case "com.apple.quicktime.creationdate", "©day":
      findings.dates.offer(DateText(value), .quickTimeCreation)
    case "com.apple.quicktime.location.ISO6709", "©xyz":
      findings.facts.location = findings.facts.location ?? ISO6709.parsed(value)
    case "com.apple.quicktime.make", "com.android.manufacturer", "©mak":
      findings.facts.camera.make = findings.facts.camera.make ?? value
    case "com.apple.quicktime.model", "com.android.model", "©mod":
      findings.facts.camera.model = findings.facts.camera.model ?? value
    case "com.apple.quicktime.software", "©swr":
      findings.facts.camera.software = findings.facts.camera.software ?? value
    case "com.apple.quicktime.content.identifier":
      findings.facts.contentIdentifier = findings.facts.contentIdentifier ?? value
    default: break
    }
  }

  /// 3GPP: language, name, role, then longitude, latitude and altitude with 16 bits after the point.
  private static func readLocation(_ content: View, _ findings: inout Findings) {
    guard let nameEnd = (6..<262).first(where: { content[$0] == 0 }),
      let longitude = content.i32(nameEnd + 2), let latitude = content.i32(nameEnd + 6)
    else { return }
    let altitude = content.i32(nameEnd + 10).map { Double($0) / 65536 }
    findings.facts.location =
      findings.facts.location
      ?? Location(latitude: Double(latitude) / 65536, longitude: Double(longitude) / 65536, altitude: altitude)
  }
}

extension FourCC {
  /// As text, each byte a letter of Latin-1.
  fileprivate var latin: String {
    String(String.UnicodeScalarView([24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> $0)) }))
  }
}
