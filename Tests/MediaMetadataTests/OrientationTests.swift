// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("How a picture is turned")
struct OrientationTests {
  @Test("EXIF's eight orientations are told for JPEG, PNG, WebP and TIFF", arguments: 1...8)
  func exif(_ orientation: Int) {
    let block = EXIF(orientation: orientation).block
    let webp = Chunks.riff("WEBP", Chunks.chunk("VP8X", [8, 0, 0, 0, 63, 0, 0, 47, 0, 0]), Chunks.chunk("EXIF", block))
    let tiff = EXIF(orientation: orientation, more: [(0x100, .long(64)), (0x101, .long(48))]).block
    for file in [JPEG.file(exif: block), Chunks.png(("eXIf", block)), webp, tiff] {
      let facts = read(file)
      #expect(facts.orientation == orientation)
      #expect(facts.width == 64)
      #expect(facts.height == 48)
      #expect(facts.displayedSize.map { $0 == (orientation < 5 ? (64, 48) : (48, 64)) } == true)
    }
  }

  @Test("An orientation that is none is upright", arguments: [0, 9, 255, 65535])
  func none(_ orientation: Int) {
    #expect(read(JPEG.file(exif: EXIF(orientation: orientation).block)).orientation == 1)
  }

  /// Turns are to the left; axis 0 exchanges top and bottom, 1 left and right.
  @Test(
    "HEIF's turns and mirrors apply in their order, and EXIF's orientation beside them does not",
    arguments: [
      ([], 1), ([HEIF.turn(1)], 8), ([HEIF.turn(2)], 3), ([HEIF.turn(3)], 6), ([HEIF.mirror(1)], 2),
      ([HEIF.mirror(0)], 4), ([HEIF.turn(1), HEIF.mirror(1)], 7), ([HEIF.mirror(1), HEIF.turn(1)], 5),
      ([HEIF.turn(3), HEIF.mirror(1)], 5), ([HEIF.turn(2), HEIF.mirror(0)], 2), ([HEIF.turn(2), HEIF.turn(2)], 1),
    ] as [([[UInt8]], Int)])
  func heif(_ transforms: [[UInt8]], _ orientation: Int) {
    for exif in [nil, EXIF(orientation: 6).block] {
      let facts = read(HEIF(properties: [HEIF.size(64, 48)] + transforms, exif: exif).file)
      #expect(facts.format == .heic)
      #expect(facts.orientation == orientation)
      #expect(facts.width == 64)
    }
  }

  @Test(
    "A film's matrix tells how it is turned",
    arguments: [
      ((1, 0, 0, 1), 1), ((0, 1, -1, 0), 6), ((-1, 0, 0, -1), 3), ((0, -1, 1, 0), 8), ((-1, 0, 0, 1), 2),
      ((1, 0, 0, -1), 4), ((0, 0, 0, 0), 1),
    ] as [((Int, Int, Int, Int), Int)])
  func film(_ matrix: (Int, Int, Int, Int), _ orientation: Int) {
    #expect(read(Movie(matrix: matrix).file).orientation == orientation)
  }

  @Test("JPEG XL's own orientation counts, and EXIF's does not")
  func jpegXL() {
    // Small: 48 high, 64 wide; not all default, extra fields, orientation 6.
    let bits = [1] + lowFirst(5, 5) + lowFirst(0, 3) + lowFirst(7, 5) + [0, 1] + lowFirst(5, 3) + [0, 0, 0]
    let stream = [0xff, 0x0a] + packed(bits)
    #expect(read(stream + Bytes.zeros(8)).orientation == 6)
    #expect(read(stream + Bytes.zeros(8)).width == 64)
    let signature: [UInt8] = [0x0d, 0x0a, 0x87, 0x0a]
    let exif = EXIF(original: "2024:01:02 03:04:05", orientation: 3).block
    let file =
      Boxes.box("JXL ", signature) + Boxes.ftyp("jxl ") + Boxes.box("Exif", Bytes.be32(0) + exif)
      + Boxes.box("jxlc", stream)
    let facts = read(file)
    #expect(facts.format == .jxl)
    #expect(facts.orientation == 6)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
  }

  private func lowFirst(_ value: Int, _ count: Int) -> [Int] {
    (0..<count).map { value >> $0 & 1 }
  }

  private func packed(_ bits: [Int]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | UInt8($1.element) << UInt8($1.offset) }
    }
  }
}
