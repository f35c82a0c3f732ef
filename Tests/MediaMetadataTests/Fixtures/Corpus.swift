// Agony
// SPDX-License-Identifier: Apache-2.0

/// One file of every kind, with as much in it as the fixtures can.
enum Corpus {
  static let files: [(name: String, bytes: [UInt8])] = {
    let film = Movie(
      created: 3_786_825_600, brand: "qt  ", matrix: (0, 1, -1, 0),
      keys: [
        ("com.apple.quicktime.creationdate", "2024-01-02T05:04:05+0200"),
        ("com.apple.quicktime.location.ISO6709", "+37.5000-122.2500+010.000/"),
        ("com.apple.quicktime.content.identifier", "0F8FAD5B-D9CB"),
      ], userData: Boxes.full("loci", [0x15, 0xc7, 0, 0] + Bytes.be32(8 << 16) + Bytes.be32(47 << 16) + Bytes.be32(0))
    ).file
    let exif = EXIF(
      original: "2024:01:02 03:04:05", digitized: "2024:01:02 03:04:05", modified: "2024:01:03 03:04:05",
      offset: "+02:00", subSeconds: "5", orientation: 6, make: "Apple", model: "A phone",
      note: EXIF.appleNote(identifier: "0F8FAD5B-D9CB", burst: "BURST-1"),
      gps: EXIF.place([(37, 1), (30, 1), (0, 1)], [(122, 1), (15, 1), (0, 1)])
    ).block
    let small = JPEG.file(width: 160, height: 120, exif: exif)
    let jpeg = JPEG.file(
      exif: exif, xmp: XMP.container(filmByteCount: film.count),
      segments: [JPEG.iptc(date: "20240102", time: "030405+0200"), JPEG.profile(1, [1, 2, 3])], trailer: film)
    let heic = HEIF(
      properties: [HEIF.size(4032, 3024), HEIF.turn(1), HEIF.mirror(1)], exif: exif, grid: (6, 8),
      after: Boxes.box("mpvd", film)
    ).file
    let packed: [UInt8] = [
      0x78, 0x9c, 0x33, 0x32, 0x30, 0x32, 0xd1, 0x35, 0x30, 0xd4, 0x35, 0x30, 0x0a, 0x31, 0x30, 0xb6, 0x32, 0x30, 0xb1,
      0x32, 0x30, 0x05, 0x00, 0x2c, 0xef, 0x04, 0x07,
    ]
    let png = Chunks.png(
      ("eXIf", exif), ("iTXt", Bytes.text("XML:com.adobe.xmp") + Bytes.zeros(5) + Bytes.text(XMP.packet())),
      ("zTXt", Bytes.text("Creation Time") + [0, 0] + packed), ("tIME", Bytes.be16(2024) + [1, 2, 3, 4, 5]))
    let webp = Chunks.riff(
      "WEBP", Chunks.chunk("VP8X", [2, 0, 0, 0, 9, 0, 0, 4, 0, 0]), Chunks.chunk("ANMF", [1]),
      Chunks.chunk("EXIF", exif))
    let raw: [(Int, TIFF.Value)] = [
      (0x00fe, .long(0)), (0x0100, .long(60)), (0x0101, .long(40)), (0x0103, .short(7)),
      (0x0111, .block(small, lengthTag: 0x0117)),
    ]
    let dng = TIFF.block([
      (0x0112, .short(6)), (0xc612, .bytes([1, 4, 0, 0])), (0x010f, .text("Maker")), (0x014a, .directory(raw)),
      (0x0201, .block(small, lengthTag: 0x0202)),
    ])
    let rw2 = TIFF.block([(6, .short(30)), (7, .short(40)), (0x002e, .bytes(small))], header: [0x49, 0x49, 0x55, 0])
    let raf =
      Bytes.text("FUJIFILMCCD-RAW 0201") + Bytes.zeros(64) + Bytes.be32(108) + Bytes.be32(small.count)
      + Bytes.be32(108) + Bytes.be32(100) + Bytes.zeros(8) + small
    let canon: [UInt8] = [0x85, 0xc0, 0xb6, 0x87] + Bytes.zeros(12)
    let previews: [UInt8] = [0xea, 0xf4, 0x2b, 0x5e] + Bytes.zeros(20)
    let cr3 =
      Boxes.ftyp("crx ") + Boxes.box("moov", Boxes.box("uuid", canon, Boxes.box("CMT1", exif), Boxes.box("CMT2", exif)))
      + Boxes.box("uuid", previews, Boxes.box("PRVW", Bytes.zeros(12), Bytes.be32(small.count), small))
    let gif =
      Bytes.text("GIF89a") + Bytes.le16(20) + Bytes.le16(10) + [0, 0, 0] + [0x2c] + Bytes.zeros(9) + [2, 1, 0, 0, 0x3b]
    let bitmap = Bytes.text("BM") + Bytes.zeros(12) + Bytes.le32(40) + Bytes.le32(30) + Bytes.le32(20) + Bytes.zeros(40)
    let jxl =
      Boxes.box("JXL ", [0x0d, 0x0a, 0x87, 0x0a]) + Boxes.ftyp("jxl ") + Boxes.box("Exif", Bytes.be32(0) + exif)
      + Boxes.box("jxlc", [0xff, 0x0a, 0x4b, 0x5b, 0x02, 0x00, 0x00])
    let avi = Chunks.riff(
      "AVI ",
      Chunks.chunk(
        "LIST",
        Bytes.text("hdrl") + Chunks.chunk("avih", Bytes.le32(40_000) + Bytes.zeros(52))
          + Chunks.chunk("IDIT", Bytes.text("Tue Jan 02 03:04:05 2024"))))
    return [
      ("jpeg", jpeg), ("heic", heic), ("png", png), ("webp", webp), ("tiff", exif), ("dng", dng), ("rw2", rw2),
      ("raf", raf), ("cr3", cr3), ("gif", gif), ("bmp", bitmap), ("jxl", jxl), ("avi", avi), ("mov", film),
      ("webm", Chunks.matroska(date: 700_000_000_000_000_000)),
    ]
  }()
}
