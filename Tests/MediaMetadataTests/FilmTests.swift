// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("What films tell of themselves")
struct FilmTests {
  private static let second = 1_704_164_645  // 2024-01-02 03:04:05 UTC

  @Test("MP4 tells length, frame rate, coding and size")
  func mp4() {
    let facts = read(Movie(created: Movie.seconds(since1970: Self.second)).file)
    #expect(facts.format == .mp4)
    #expect(facts.film?.milliseconds == 2500)
    #expect(facts.film?.frameRate == 30)
    #expect(facts.film?.videoCodec == "avc1")
    #expect(facts.width == 320)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(facts.capture?.isUTC == true)
    #expect(facts.capture?.source == .movieHeader)
  }

  @Test(
    "Brands tell QuickTime, M4V and 3GP apart",
    arguments: [("qt  ", FileFormat.mov), ("M4V ", .m4v), ("3gp4", .threeGP), ("xxxx", .mp4)])
  func brands(_ brand: String, _ format: FileFormat) {
    #expect(read(Movie(brand: brand).file).format == format)
  }

  @Test("A phone's local time with its offset goes before the header's UTC")
  func creationDate() {
    let film = Movie(
      created: Movie.seconds(since1970: Self.second), brand: "qt  ",
      keys: [
        ("com.apple.quicktime.make", "Apple"), ("com.apple.quicktime.creationdate", "2024-01-02T05:04:05+0200"),
        ("com.apple.quicktime.model", "A phone"),
      ])
    let facts = read(film.file)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 05:04:05")
    #expect(facts.capture?.utcOffset == 120)
    #expect(facts.capture?.source == .quickTimeCreation)
    #expect(facts.camera.make == "Apple")
    #expect(facts.camera.model == "A phone")
  }

  @Test("The zero of either clock is no time, and a clock that began in 1970 is understood")
  func header() {
    #expect(read(Movie(created: 0).file).capture == nil)
    #expect(read(Movie(created: 2_082_844_800).file).capture == nil)
    #expect(civil(read(Movie(created: Self.second).file).capture?.microseconds) == "2024-01-02 03:04:05")
  }

  @Test("Matroska and WebM tell length, size, rate and date")
  func matroska() {
    let date = Int64(Self.second - 978_307_200) * 1_000_000_000
    let facts = read(Chunks.matroska(date: date))
    #expect(facts.format == .webm)
    #expect(read(Chunks.matroska(doc: "matroska")).format == .mkv)
    #expect(facts.width == 640)
    #expect(facts.height == 360)
    #expect(facts.film?.milliseconds == 2500)
    #expect(facts.film?.frameRate == 25)
    #expect(facts.film?.videoCodec == "V_VP9")
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(facts.capture?.isUTC == true)
  }

  @Test("AVI tells length, size, rate and the camera's date")
  func avi() {
    let header =
      Bytes.le32(40_000) + Bytes.zeros(12) + Bytes.le32(50) + Bytes.zeros(12) + Bytes.le32(640) + Bytes.le32(480)
    let list =
      Bytes.text("hdrl") + Chunks.chunk("avih", header)
      + Chunks.chunk("IDIT", Bytes.text("Tue Jan 02 03:04:05 2024\n\0"))
    let facts = read(Chunks.riff("AVI ", Chunks.chunk("LIST", list)))
    #expect(facts.format == .avi)
    #expect(facts.width == 640)
    #expect(facts.film?.milliseconds == 2000)
    #expect(facts.film?.frameRate == 25)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(facts.capture?.isUTC == false)
  }

  @Test("Of a long film only the tables are read")
  func long() {
    let film = Movie(created: Movie.seconds(since1970: Self.second)).file
    let source = SparseSource(head: Boxes.ftyp("isom"), gap: 6 << 30, tail: Array(film.dropFirst(20)))
    let facts = MediaMetadata.read(source)
    #expect(facts.film?.milliseconds == 2500)
    #expect(source.bytesRead < 1 << 20)
  }
}
