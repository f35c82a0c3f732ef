// Agony
// SPDX-License-Identifier: Apache-2.0

enum AVIReader {
  static func read(_ file: View, _ findings: inout Findings) {
    var film = FilmFacts()
    for (type, content) in RIFFWalk(file.from(12)) where type == "LIST" {
      if content.has("hdrl") { readHeaders(content.from(4), &film, &findings) }
      if content.has("INFO") { readDates(content.from(4), &findings) }
    }
    findings.facts.film = film
  }

  private static func readHeaders(_ list: View, _ film: inout FilmFacts, _ findings: inout Findings) {
    for (type, content) in RIFFWalk(list) {
      switch type {
      case "avih":
        findings.setSize(content.u32(32, .little), content.u32(36, .little))
        guard let interval = content.u32(0, .little), interval > 0, let frames = content.u32(16, .little) else { break }
        film.frameRate = 1_000_000 / Double(interval)
        film.milliseconds = frames.times(interval).map { $0 / 1000 }
      case "LIST" where content.has("strl"):
        readStream(content.from(4), &film)
      default: break
      }
    }
    readDates(list, &findings)
  }

  private static func readStream(_ list: View, _ film: inout FilmFacts) {
    var isVideo = false
    for (type, content) in RIFFWalk(list) {
      if type == "strh" {
        isVideo = content.has("vids")
        guard isVideo, let scale = content.u32(20, .little), let rate = content.u32(24, .little), scale > 0, rate > 0,
          let length = content.u32(32, .little)
        else { continue }
        film.frameRate = Double(rate) / Double(scale)
        film.milliseconds = length.times(1000).flatMap { $0.scaled(by: scale, over: rate) }
      } else if type == "strf" {
        if isVideo {
          film.videoCodec = film.videoCodec ?? content.fourCC(16)?.text
        } else {
          film.audioCodec = film.audioCodec ?? content.u16(0, .little).map { "0x" + String($0, radix: 16) }
        }
      }
    }
  }

  /// "IDIT" of cameras: "Mon Mar 10 15:04:43 2003" or as in EXIF; "ICRD" of programs.
  private static func readDates(_ list: View, _ findings: inout Findings) {
    for (type, content) in RIFFWalk(list) where type == "IDIT" || type == "ICRD" {
      guard let text = content.text(atMost: 64) else { continue }
      if let date = DateText(text) {
        findings.dates.offer(date, .movieHeader)
      } else if let (time, utcOffset) = NamedMonthDate.parsed(text) {
        findings.dates.offer(
          CaptureTime(microseconds: time.microseconds, utcOffset: utcOffset, source: .movieHeader))
      }
    }
  }
}
