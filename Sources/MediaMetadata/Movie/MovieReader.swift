// Agony
// SPDX-License-Identifier: Apache-2.0

/// MP4, QuickTime and 3GP. Reads the tables, never the samples.
enum MovieReader {
  /// From 1904-01-01, where these files' clocks begin, to 1970-01-01, in seconds.
  private static let epoch = 2_082_844_800

  static func read(_ file: View, _ findings: inout Findings) {
    findings.facts.film = FilmFacts()
    for box in BoxWalk(file) {
      switch box.type {
      case "ftyp" where findings.facts.brands.isEmpty:
        findings.facts.brands = Brands.read(box.content).map(\.text)
      case "moov": readMovie(box.content, &findings)
      case "meta": MovieMetadata.read(meta: box.content, &findings)
      case "uuid" where XMPBox.isXMP(box.content): XMPReader.read(box.content.from(16), &findings)
      default: break
      }
    }
  }

  private static func readMovie(_ movie: View, _ findings: inout Findings) {
    var film = FilmFacts()
    var tracks = 0
    var pictureFound = false
    for box in BoxWalk(movie) {
      switch box.type {
      case "mvhd": readHeader(box, &film, &findings)
      case "mvex":
        guard film.milliseconds == nil,
          let (version, content) = BoxWalk(box.content).first(where: { $0.type == "mehd" })?.full,
          let timescale = movie.box("mvhd").flatMap({ $0.u32($0[0] == 1 ? 20 : 12) })
        else { break }
        film.milliseconds = content.integer(0, byteCount: version == 1 ? 8 : 4)?.scaled(by: 1000, over: timescale)
      case "trak" where tracks < 32:
        tracks += 1
        guard let track = MovieTrack(box.content) else { break }
        if track.isPicture, !pictureFound, track.width ?? 0 > 0 {
          pictureFound = true
          findings.setSize(track.width, track.height)
          findings.facts.orientation = track.orientation
          film.videoCodec = track.codec
          film.frameRate = track.frameRate
          film.milliseconds = film.milliseconds ?? track.milliseconds
        } else if track.isSound, film.audioCodec == nil {
          film.audioCodec = track.codec
        }
      case "meta": MovieMetadata.read(meta: box.content, &findings)
      case "udta": MovieMetadata.read(userData: box.content, &findings)
      case "uuid" where XMPBox.isXMP(box.content): XMPReader.read(box.content.from(16), &findings)
      default: break
      }
    }
    findings.facts.film = film
  }

  private static func readHeader(_ box: Box, _ film: inout FilmFacts, _ findings: inout Findings) {
    guard let (version, content) = box.full else { return }
    let size = version == 1 ? 8 : 4
    let created = content.integer(0, byteCount: size)
    if let timescale = content.u32(2 * size), let duration = content.integer(2 * size + 4, byteCount: size),
      duration > 0, size == 8 || duration != 0xffff_ffff
    {
      film.milliseconds = duration.scaled(by: 1000, over: timescale)
    }
    guard let created, created > 0, created < 1 << 36 else { return }
    // Some programs count from 1970 all the same.
    let seconds = created >= epoch ? created - epoch : created
    guard seconds > 0 else { return }
    findings.dates.offer(utc: Int64(seconds) * 1_000_000, .movieHeader)
  }
}
