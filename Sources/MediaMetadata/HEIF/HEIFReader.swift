// Agony
// SPDX-License-Identifier: Apache-2.0

/// HEIF and AVIF. Turns and mirrors are the primary item's own; what EXIF says of orientation does not count.
enum HEIFReader {
  static func read(_ file: View, _ findings: inout Findings) {
    for box in BoxWalk(file) {
      switch box.type {
      case "ftyp" where findings.facts.brands.isEmpty:
        findings.facts.brands = Brands.read(box.content).map(\.text)
      case "meta" where findings.facts.heif == nil:
        if let items = HEIFItems(box, file: file) { read(items, &findings) }
      case "moov":
        readSequence(box.content, &findings)
      case "mpvd" where MotionPhoto.isFilm(box.content, at: 0):
        findings.facts.motionPhoto = box.content.range
      default: break
      }
    }
    findings.facts.motionPhoto = findings.facts.motionPhoto ?? MotionPhoto.film(in: file, findings.motion)
  }

  private static func read(_ items: HEIFItems, _ findings: inout Findings) {
    var layout = HEIFLayout(primaryItem: items.primary, itemType: items.types[items.primary]?.text ?? "")
    layout.hasThumbnail = items.references.contains { $0.type == "thmb" && $0.to.contains(items.primary) }
    if layout.itemType == "grid", let grid = items.data(of: items.primary), let rows = grid[2], let columns = grid[3] {
      layout.rows = Int(rows) + 1
      layout.columns = Int(columns) + 1
    }
    findings.facts.heif = layout
    readProperties(items, &findings)
    readMetadata(items, &findings)
  }

  private static func readProperties(_ items: HEIFItems, _ findings: inout Findings) {
    var turn = Turn.upright
    for property in items.properties(of: items.primary) {
      let content = property.content
      switch property.type {
      case "ispe": findings.setSize(content.u32(4), content.u32(8))
      case "clap": readAperture(content, &findings)
      case "irot":
        for _ in 0..<Int((content[0] ?? 0) & 3) { turn = turn.then(.quarterLeft) }
      case "imir":
        turn = turn.then((content[0] ?? 0) & 1 == 1 ? .leftRight : .upsideDown)
      case "colr" where content.has("prof") || content.has("rICC"):
        findings.add(profile: content.from(4).range.map { ColourProfile(ranges: [$0]) })
      default: break
      }
    }
    findings.facts.orientation = turn.orientation ?? 1
  }

  /// A part of the coded picture is the picture.
  private static func readAperture(_ content: View, _ findings: inout Findings) {
    guard let width = content.u32(0), let widthUnit = content.u32(4), let height = content.u32(8),
      let heightUnit = content.u32(12), widthUnit > 0, heightUnit > 0,
      width / widthUnit <= findings.facts.width ?? 0, height / heightUnit <= findings.facts.height ?? 0
    else { return }
    findings.setSize(width / widthUnit, height / heightUnit)
  }

  private static func readMetadata(_ items: HEIFItems, _ findings: inout Findings) {
    // Those that describe the primary item, then any.
    let described = items.references.filter { $0.type == "cdsc" && $0.to.contains(items.primary) }.map(\.from)
    let others = items.types.keys.sorted()
    var done: Set<Int> = []
    for id in described + others where done.count < 8 {
      guard let type = items.types[id], type == "Exif" || type == "mime", done.insert(id).inserted,
        let data = items.data(of: id)
      else { continue }
      if type == "Exif" {
        let start = data.u32(0)?.plus(4)
        EXIFReader.read(block: data.from(start ?? -1), &findings)
      } else if items.contentTypes[id] == "application/rdf+xml" {
        XMPReader.read(data, &findings)
      }
    }
  }

  /// Pictures one after the other, as in a film.
  private static func readSequence(_ movie: View, _ findings: inout Findings) {
    for track in BoxWalk(movie).filter({ $0.type == "trak" }).prefix(8) {
      guard let track = MovieTrack(track.content), track.isPicture else { continue }
      findings.facts.isAnimated = (track.sampleCount ?? 0) > 1
      if findings.facts.width == nil { findings.setSize(track.width, track.height) }
      return
    }
  }
}
