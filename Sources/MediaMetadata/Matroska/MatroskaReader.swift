// Agony
// SPDX-License-Identifier: Apache-2.0

/// Matroska and WebM: the heads before the first cluster, and what they point to.
enum MatroskaReader {
  static func isWebM(_ file: View) -> Bool {
    EBMLWalk(file).first { _ in true }?.child(0x4282)?.content.has("webm") ?? false
  }

  static func read(_ file: View, _ findings: inout Findings) {
    guard let segment = EBMLWalk(file).prefix(4).first(where: { $0.id == 0x1853_8067 })?.content else { return }
    var film = FilmFacts()
    var done: Set<Int> = []
    var pointers: [Int] = []
    for element in EBMLWalk(segment) {
      if element.id == 0x1f43_b675 { break }
      if element.id == 0x114d_9b74 { pointers += positions(element) }
      if done.insert(element.id).inserted { read(element, &film, &findings) }
    }
    for pointer in pointers.prefix(16) {
      guard let element = EBMLWalk(segment.from(pointer)).first(where: { _ in true }) else { continue }
      if done.insert(element.id).inserted { read(element, &film, &findings) }
    }
    findings.facts.film = film
  }

  private static func positions(_ seekHead: EBMLWalk.Element) -> [Int] {
    EBMLWalk(seekHead.content).prefix(32).compactMap { $0.child(0x53ac)?.unsigned }
  }

  private static func read(_ element: EBMLWalk.Element, _ film: inout FilmFacts, _ findings: inout Findings) {
    switch element.id {
    case 0x1549_a966: readInfo(element, &film, &findings)
    case 0x1654_ae6b:
      for track in EBMLWalk(element.content).prefix(64) where track.id == 0xae {
        readTrack(track, &film, &findings)
      }
    case 0x1254_c367: readTags(element, &findings)
    default: break
    }
  }

  private static func readInfo(
    _ info: EBMLWalk.Element, _ film: inout FilmFacts, _ findings: inout Findings
  ) {
    let scale = info.child(0x2ad7b1)?.unsigned ?? 1_000_000
    if let duration = info.child(0x4489)?.real, duration > 0 {
      film.milliseconds = Int(exactly: (duration * Double(scale) / 1_000_000).rounded())
    }
    // Nanoseconds since the first of January 2001, UTC.
    if let date = info.child(0x4461)?.content, let high = date.i32(0), let low = date.u32(4) {
      let nanoseconds = Int64(high) << 32 | Int64(low)
      findings.dates.offer(utc: nanoseconds / 1000 + 978_307_200_000_000, .movieHeader)
    }
  }

  private static func readTrack(
    _ track: EBMLWalk.Element, _ film: inout FilmFacts, _ findings: inout Findings
  ) {
    let codec = track.child(0x86)?.content.text(atMost: 64)
    switch track.child(0x83)?.unsigned {
    case 1 where film.videoCodec == nil:
      film.videoCodec = codec
      if let interval = track.child(0x23e383)?.unsigned, interval > 0 { film.frameRate = 1e9 / Double(interval) }
      guard let video = track.child(0xe0) else { return }
      findings.setSize(video.child(0xb0)?.unsigned, video.child(0xba)?.unsigned)
      let roll = video.child(0x7670)?.child(0x7675)?.real ?? 0
      findings.facts.orientation = [0: 1, 90: 8, -90: 6, 180: 3, -180: 3][roll] ?? 1
    case 2 where film.audioCodec == nil:
      film.audioCodec = codec
    default: break
    }
  }

  private static func readTags(_ tags: EBMLWalk.Element, _ findings: inout Findings) {
    for tag in EBMLWalk(tags.content).prefix(64) where tag.id == 0x7373 {
      for simple in EBMLWalk(tag.content).prefix(64) where simple.id == 0x67c8 {
        guard let name = simple.child(0x45a3)?.content.text(), let value = simple.child(0x4487)?.content.text() else {
          continue
        }
        switch name.uppercased() {
        case "COM.APPLE.QUICKTIME.CREATIONDATE": findings.dates.offer(DateText(value), .quickTimeCreation)
        case "DATE_RECORDED", "CREATION_TIME": findings.dates.offer(DateText(value), .movieHeader)
        case "LOCATION", "COM.APPLE.QUICKTIME.LOCATION.ISO6709":
          findings.facts.location = findings.facts.location ?? ISO6709.parsed(value)
        case "COM.APPLE.QUICKTIME.MAKE": findings.facts.camera.make = findings.facts.camera.make ?? value
        case "COM.APPLE.QUICKTIME.MODEL": findings.facts.camera.model = findings.facts.camera.model ?? value
        default: break
        }
      }
    }
  }
}
