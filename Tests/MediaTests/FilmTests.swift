// Agony
// SPDX-License-Identifier: Apache-2.0

import Media
import MediaWire
import Testing

@Suite("Posters of films")
struct FilmTests {
  @Test(
    "Every container gives a poster",
    arguments: ["film.mp4", "film.mov", "film.mkv", "film.webm", "film.avi", "film.3gp", "hevc.mp4"])
  func posters(name: String) throws {
    let pictures = try Fixtures.pictures(name)
    #expect(pictures.size == PixelSize(width: 320, height: 240))
    #expect(pictures.contrast > 400)
  }

  @Test("A turned film's poster is upright")
  func turned() throws {
    let pictures = try Fixtures.pictures("turned.mp4")
    #expect(pictures.size == PixelSize(width: 240, height: 320))
    #expect(pictures.thumbnail.size.height > pictures.thumbnail.size.width)
  }

  @Test("A film that begins black shows a later picture")
  func blackFirst() throws {
    #expect(try Fixtures.pictures("black-first.mp4").contrast > 400)
  }

  @Test("Sound alone has nothing to show")
  func sound() throws {
    #expect(try Fixtures.reply("sound.mp4").pictures == .failure(.nothingToShow))
  }

  @Test("A film as long as one that comes by ranges gives the same poster")
  func ranges() throws {
    let bytes = try Fixtures.bytes("film.mov")
    let long = BytesSource(bytes + zeros(MediaLimits.wholeFileByteCount + 1 - bytes.count))
    let reply = try Fixtures.workers.analyse(long, preview: .always).get()
    #expect(reply.pictures == (try Fixtures.reply("film.mov").pictures))
  }

  /// One box of nothing that fills the file up.
  private func zeros(_ count: Int) -> [UInt8] {
    var box = [UInt8](repeating: 0, count: count)
    box.replaceSubrange(
      0..<8, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + Array("free".utf8))
    return box
  }
}
