// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("Sensor formats")
struct RawTests {
  private static let small = JPEG.file(width: 160, height: 120)
  private static let large = JPEG.file(width: 1600, height: 1200)
  /// Coded without loss: RAW data, not a preview.
  private static let lossless: [UInt8] =
    [0xff, 0xd8] + JPEG.segment(0xc3, [14] + Bytes.be16(4000) + Bytes.be16(6000) + [1, 1, 0x11, 0]) + [0xff, 0xd9]

  private static func preview(_ jpeg: [UInt8]) -> [(Int, TIFF.Value)] {
    [(0x0103, .short(6)), (0x0201, .block(jpeg, lengthTag: 0x0202))]
  }

  private static func strip(_ jpeg: [UInt8], _ width: Int, _ height: Int) -> [(Int, TIFF.Value)] {
    [
      (0x00fe, .long(0)), (0x0100, .long(width)), (0x0101, .long(height)), (0x0103, .short(7)),
      (0x0111, .block(jpeg, lengthTag: 0x0117)),
    ]
  }

  private func check(_ file: [UInt8], _ format: FileFormat, width: Int?, orientation: Int = 6) {
    let facts = read(file)
    #expect(facts.format == format)
    #expect(facts.width == width)
    #expect(facts.preview?.width == 1600)
    #expect(facts.preview?.orientation == orientation)
    #expect(facts.orientation == orientation)
    guard let range = facts.preview?.range else { return }
    #expect(Array(file[range.offset..<range.offset + range.count]) == Self.large)
  }

  @Test("DNG: the largest JPEG is the preview, and lossless data is none")
  func dng() {
    let file = TIFF.block(
      Self.preview(Self.large) + [
        (0x00fe, .long(1)), (0x0112, .short(6)), (0xc612, .bytes([1, 4, 0, 0])),
        (0x014a, .directory(Self.strip(Self.lossless, 6000, 4000))),
      ])
    check(file, .dng, width: 6000)
  }

  @Test("NEF: previews lie in directories of their own")
  func nef() {
    let file = TIFF.block([
      (0x00fe, .long(1)), (0x010f, .text("NIKON CORPORATION")), (0x0112, .short(6)), (0x0100, .long(160)),
      (0x0101, .long(120)), (0x014a, .directory(Self.preview(Self.large))),
    ])
    check(file, .nef, width: 160)
  }

  @Test("RW2: the preview is a value of its own, and tells what the file does not")
  func rw2() {
    let exif = EXIF(original: "2024:01:02 03:04:05", make: "Panasonic").block
    let jpeg = JPEG.file(width: 1600, height: 1200, exif: exif)
    let file = TIFF.block(
      [
        (4, .short(10)), (5, .short(20)), (6, .short(3010)), (7, .short(4020)), (0x0112, .short(6)),
        (0x002e, .bytes(jpeg)),
      ], header: [0x49, 0x49, 0x55, 0])
    let facts = read(file)
    #expect(facts.format == .rw2)
    #expect(facts.width == 4000)
    #expect(facts.height == 3000)
    #expect(facts.preview?.width == 1600)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
  }

  @Test("ORF: the preview lies in the maker's note")
  func orf() {
    let settings =
      Bytes.le16(2) + Bytes.le16(0x0101) + Bytes.le16(4) + Bytes.le32(1) + Bytes.le32(60)
      + Bytes.le16(0x0102) + Bytes.le16(4) + Bytes.le32(1) + Bytes.le32(Self.large.count) + Bytes.le32(0)
    let note =
      Bytes.text("OLYMPUS") + [0] + Bytes.text("II") + [3, 0] + Bytes.le16(1) + Bytes.le16(0x2020)
      + Bytes.le16(4) + Bytes.le32(1) + Bytes.le32(30) + Bytes.le32(0)
    let file = TIFF.block(
      [(0x0112, .short(6)), (0x8769, .directory([(0x927c, .bytes(note + settings + Self.large))]))],
      header: [0x49, 0x49, 0x52, 0x4f])
    check(file, .orf, width: nil)
  }

  @Test("RAF: all metadata is the preview's")
  func raf() {
    let jpeg = JPEG.file(
      width: 1600, height: 1200, exif: EXIF(original: "2024:01:02 03:04:05", orientation: 6).block)
    let records = Bytes.be32(1) + Bytes.be16(0x0111) + Bytes.be16(4) + Bytes.be16(4000) + Bytes.be16(6000)
    let head =
      Bytes.text("FUJIFILMCCD-RAW 0201") + Bytes.zeros(64) + Bytes.be32(108) + Bytes.be32(jpeg.count)
      + Bytes.be32(108 + jpeg.count) + Bytes.be32(records.count) + Bytes.zeros(8)
    let facts = read(head + jpeg + records)
    #expect(facts.format == .raf)
    #expect(facts.width == 6000)
    #expect(facts.orientation == 6)
    #expect(
      facts.preview
        == EmbeddedPreview(range: ByteRange(offset: 108, count: jpeg.count), width: 1600, height: 1200, orientation: 6))
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
  }

  @Test("CR3: facts in one box, a preview in another")
  func cr3() {
    let first = TIFF.block([
      (0x0100, .long(6000)), (0x0101, .long(4000)), (0x010f, .text("Canon")), (0x0112, .short(6)),
    ])
    let photo = TIFF.block([(0x9003, .text("2024:01:02 03:04:05"))])
    let place = TIFF.block(EXIF.place([(46, 1), (30, 1), (0, 1)], [(7, 1), (0, 1), (0, 1)]))
    let canon: [UInt8] = [
      0x85, 0xc0, 0xb6, 0x87, 0x82, 0x0f, 0x11, 0xe0, 0x81, 0x11, 0xf4, 0xce, 0x46, 0x2b, 0x6a, 0x48,
    ]
    let previews: [UInt8] = [
      0xea, 0xf4, 0x2b, 0x5e, 0x1c, 0x98, 0x4b, 0x88, 0xb9, 0xfb, 0xb7, 0xdc, 0x40, 0x6e, 0x4d, 0x16,
    ]
    let file =
      Boxes.ftyp("crx ", "isom")
      + Boxes.box(
        "moov",
        Boxes.box(
          "uuid", canon, Boxes.box("CMT1", first), Boxes.box("CMT2", photo), Boxes.box("CMT4", place)))
      + Boxes.box(
        "uuid", previews, Bytes.zeros(8),
        Boxes.box(
          "PRVW", Bytes.zeros(6) + Bytes.be16(1600) + Bytes.be16(1200) + Bytes.be16(1), Bytes.be32(Self.large.count),
          Self.large))
    check(file, .cr3, width: 6000)
    #expect(civil(read(file).capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(read(file).location == Location(latitude: 46.5, longitude: 7))
  }

  @Test("A directory that leads back to itself ends")
  func loops() {
    var file = TIFF.block([(0x0100, .long(1)), (0x0101, .long(1)), (0x014a, .long(8))])
    let next = 8 + 2 + 3 * 12
    file.replaceSubrange(next..<next + 4, with: Bytes.le32(8))
    #expect(read(file).width == 1)
  }
}
