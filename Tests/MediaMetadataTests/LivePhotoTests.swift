// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("Live Photos, motion photos and bursts")
struct LivePhotoTests {
  private static let identifier = "0F8FAD5B-D9CB-469F-A165-70867728950E"
  private static let film = Movie(brand: "mp42").file

  @Test("A Live Photo's two halves tell the same identifier, as JPEG and as HEIC")
  func halves() {
    let exif = EXIF(make: "Apple", note: EXIF.appleNote(identifier: Self.identifier, burst: "BURST-1")).block
    for file in [JPEG.file(exif: exif), HEIF(exif: exif).file, HEIF(exif: exif, exifInside: true).file] {
      #expect(read(file).contentIdentifier == Self.identifier)
      #expect(read(file).burstID == "BURST-1")
    }
    let film = Movie(brand: "qt  ", keys: [("com.apple.quicktime.content.identifier", Self.identifier)]).file
    #expect(read(film).contentIdentifier == Self.identifier)
    #expect(read(film).format == .mov)
  }

  @Test("Photos and films without an identifier tell none, so that names alone pair nothing")
  func noIdentifier() {
    let photo = EXIF(original: "2023:08:15 10:00:00", make: "Apple", note: EXIF.appleNote(identifier: nil)).block
    #expect(read(JPEG.file(exif: photo)).contentIdentifier == nil)
    #expect(read(Movie(brand: "qt  ").file).contentIdentifier == nil)
    #expect(read(Chunks.png()).contentIdentifier == nil)
  }

  @Test("A burst's name in XMP is read")
  func burst() {
    #expect(read(JPEG.file(xmp: XMP.packet(#"G:BurstID="b42""#))).burstID == "b42")
  }

  @Test("A Pixel's motion photo is found by its container's lengths")
  func container() {
    let file = JPEG.file(xmp: XMP.container(filmByteCount: Self.film.count), trailer: Self.film)
    #expect(read(file).motionPhoto == ByteRange(offset: file.count - Self.film.count, count: Self.film.count))
  }

  @Test("An older one is found by its offset from the end")
  func microVideo() {
    let xmp = XMP.packet(#"G:MicroVideo="1" G:MicroVideoOffset="\#(Self.film.count)""#)
    let file = JPEG.file(xmp: xmp, trailer: Self.film)
    #expect(read(file).motionPhoto?.offset == file.count - Self.film.count)
  }

  @Test("One that does not say where its film is, or says it wrongly, is searched")
  func search() {
    for xmp in [XMP.packet(#"G:MotionPhoto="1""#), XMP.container(filmByteCount: 77)] {
      let file = JPEG.file(xmp: xmp, trailer: Bytes.zeros(70_000) + Self.film)
      #expect(read(file).motionPhoto?.offset == file.count - Self.film.count)
    }
  }

  @Test("Samsung's trailer tells its film, with XMP and without")
  func samsung() {
    let block = Bytes.le16(0) + Bytes.le16(0x0a30) + Bytes.le32(16) + Bytes.text("MotionPhoto_Data") + Self.film
    let directory =
      Bytes.text("SEFH") + Bytes.le32(107) + Bytes.le32(1) + Bytes.le16(0) + Bytes.le16(0x0a30)
      + Bytes.le32(block.count) + Bytes.le32(block.count)
    let trailer = block + directory + Bytes.le32(directory.count) + Bytes.text("SEFT")
    let tail = trailer.count - block.count
    for xmp in [nil, XMP.container(filmByteCount: Self.film.count + tail)] {
      let file = JPEG.file(xmp: xmp, trailer: trailer)
      let film = ByteRange(offset: file.count - tail - Self.film.count, count: Self.film.count)
      #expect(read(file).motionPhoto == film)
    }
  }

  @Test("A HEIC keeps its film in a box")
  func heic() {
    let file = HEIF(after: Boxes.box("mpvd", Self.film)).file
    #expect(read(file).motionPhoto == ByteRange(offset: file.count - Self.film.count, count: Self.film.count))
    #expect(read(HEIF(after: Boxes.box("mpvd", Bytes.zeros(40))).file).motionPhoto == nil)
  }

  @Test("What follows a picture and is no film is none")
  func noFilm() {
    #expect(read(JPEG.file(trailer: Self.film)).motionPhoto == nil)
    #expect(read(JPEG.file(xmp: XMP.container(filmByteCount: 1 << 40))).motionPhoto == nil)
    #expect(read(JPEG.file(xmp: XMP.container(filmByteCount: 100), trailer: Bytes.zeros(100))).motionPhoto == nil)
    #expect(read(JPEG.file(trailer: Bytes.le32(0xffff_ffff) + Bytes.text("SEFT"))).motionPhoto == nil)
  }
}
