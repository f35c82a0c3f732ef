// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("What pictures tell of themselves")
struct PictureTests {
  @Test("Camera, lens and exposure are read")
  func camera() {
    let photo: [(Int, TIFF.Value)] = [
      (0x829a, .rationals([(1, 200)])), (0x829d, .rationals([(28, 10)])), (0x8827, .short(400)),
      (0x920a, .rationals([(50, 1)])), (0xa405, .short(75)), (0xa434, .text("A lens")),
    ]
    let block = TIFF.block([
      (0x010f, .text("A maker  ")), (0x0110, .text("A camera")), (0x0131, .text("1.0")), (0x8769, .directory(photo)),
      (0x4746, .short(4)),
    ])
    let facts = read(JPEG.file(exif: block))
    #expect(facts.camera.make == "A maker")
    #expect(facts.camera.model == "A camera")
    #expect(facts.camera.lens == "A lens")
    #expect(facts.exposure.time == 0.005)
    #expect(facts.exposure.fNumber == 2.8)
    #expect(facts.exposure.iso == 400)
    #expect(facts.exposure.focalLength == 50)
    #expect(facts.exposure.focalLength35 == 75)
    #expect(facts.rating == 4)
  }

  @Test("Texts are cut, and lose what would move a terminal's cursor")
  func texts() {
    let long = String(repeating: "é", count: 2000)
    let exif = EXIF(make: "Ma\u{1b}[2Jker\u{7}", model: long).block
    #expect(read(JPEG.file(exif: exif)).camera.make == "Ma[2Jker")
    #expect(read(JPEG.file(exif: exif)).camera.model?.utf8.count ?? 9999 <= 512)
    let xmp = XMP.packet("", "<tiff:Make>a&amp;b &lt;c&gt;</tiff:Make><tiff:Model>\(long)</tiff:Model>")
    #expect(read(JPEG.file(xmp: xmp)).camera.make == "a&b <c>")
    #expect(read(JPEG.file(xmp: xmp)).camera.model?.utf8.count ?? 9999 <= 512)
  }

  @Test("A profile in several segments is told in order, wherever they stand")
  func profile() {
    let file = JPEG.file(segments: [JPEG.profile(2, [3, 4]), JPEG.profile(1, [1, 2])])
    let ranges = read(file).colourProfile?.ranges ?? []
    #expect(ranges.flatMap { file[$0.offset..<$0.offset + $0.count] } == [1, 2, 3, 4])
    let png = Chunks.png(("iCCP", Bytes.text("name") + [0, 0, 9, 8, 7]))
    let packed = read(png).colourProfile
    #expect(packed?.isDeflated == true)
    #expect(packed?.ranges.flatMap { Array(png[$0.offset..<$0.offset + $0.count]) } == [9, 8, 7])
  }

  @Test("XMP that goes over several segments is put together")
  func extended() {
    let packet = Bytes.text(XMP.packet(#"xmp:CreateDate="2020-02-03T04:05:06+01:00""#))
    let half = packet.count / 2
    func part(_ range: Range<Int>) -> [UInt8] {
      JPEG.segment(
        0xe1,
        Bytes.text("http://ns.adobe.com/xmp/extension/") + [0] + [UInt8](repeating: 0x41, count: 32)
          + Bytes.be32(packet.count) + Bytes.be32(range.lowerBound) + packet[range])
    }
    let facts = read(JPEG.file(segments: [part(half..<packet.count), part(0..<half)]))
    #expect(civil(facts.capture?.microseconds) == "2020-02-03 04:05:06")
    #expect(facts.capture?.utcOffset == 60)
  }

  @Test("XMP is understood whatever its prefixes, and as elements too")
  func xmpForms() {
    let packet = """
      <a:RDF xmlns:a="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><a:Description xmlns:p="http://ns.adobe.com/photoshop/1.0/">
      <!-- no value --><p:DateCreated>2019-08-07T06:05:04</p:DateCreated></a:Description></a:RDF>
      """
    #expect(civil(read(JPEG.file(xmp: packet)).capture?.microseconds) == "2019-08-07 06:05:04")
  }

  @Test("PNG's times and texts are read, packed ones too")
  func png() {
    let creation = read(
      Chunks.png(("tEXt", Bytes.text("Creation Time") + [0] + Bytes.text("Tue, 02 Jan 2024 03:04:05 +0200"))))
    #expect(civil(creation.capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(creation.capture?.utcOffset == 120)
    let modified = read(Chunks.png(("tIME", Bytes.be16(2024) + [1, 2, 3, 4, 5])))
    #expect(modified.capture?.source == .exifModified)
    #expect(modified.capture?.isUTC == true)
    let xmp = Bytes.text(XMP.packet(#"xmp:CreateDate="2020-02-03T04:05:06""#))
    let text = Bytes.text("XML:com.adobe.xmp") + [0, 0, 0, 0, 0] + xmp
    #expect(civil(read(Chunks.png(("iTXt", text))).capture?.microseconds) == "2020-02-03 04:05:06")
    // Stored without packing, as zlib allows.
    let block = EXIF(original: "2021:02:03 04:05:06").block
    let hexadecimal = block.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let profile = Bytes.text("\nexif\n    \(block.count)\n\(hexadecimal)\n")
    let stored =
      [0x78, 0x01, 0x01] + Bytes.le16(profile.count) + Bytes.le16(~profile.count & 0xffff) + profile + Bytes.zeros(4)
    let packed = Bytes.text("Raw profile type exif") + [0, 0] + stored
    #expect(civil(read(Chunks.png(("zTXt", packed))).capture?.microseconds) == "2021-02-03 04:05:06")
    // "Creation Time", deflated with a fixed code by zlib.
    let deflated: [UInt8] = [
      0x78, 0x9c, 0x33, 0x32, 0x30, 0x32, 0xd1, 0x35, 0x30, 0xd4, 0x35, 0x30, 0x0a, 0x31, 0x30, 0xb6, 0x32, 0x30, 0xb1,
      0x32, 0x30, 0x05, 0x00, 0x2c, 0xef, 0x04, 0x07,
    ]
    let zlib = Bytes.text("Creation Time") + [0, 0] + deflated
    #expect(civil(read(Chunks.png(("zTXt", zlib))).capture?.microseconds) == "2024-01-02 03:04:05")
  }

  @Test("Claimed sizes are told as they are, however large", arguments: [1, 225_000])
  func claimed(_ side: Int) {
    #expect(read(Chunks.png(width: side, height: side)).width == side)
  }

  @Test("Animations are told from pictures")
  func animations() {
    let frame: [UInt8] = [0x2c] + Bytes.zeros(9) + [2, 1, 0, 0]
    let head = Bytes.text("GIF89a") + Bytes.le16(20) + Bytes.le16(10) + [0, 0, 0]
    #expect(read(head + frame + [0x3b]).isAnimated == false)
    #expect(read(head + frame + frame + [0x3b]).isAnimated)
    #expect(read(head + frame).width == 20)
    let webp = Chunks.riff(
      "WEBP", Chunks.chunk("VP8X", [2, 0, 0, 0, 9, 0, 0, 4, 0, 0]), Chunks.chunk("ANMF", []), Chunks.chunk("ANMF", []))
    #expect(read(webp).isAnimated)
    #expect(read(webp).width == 10)
    #expect(read(Chunks.png(("acTL", Bytes.be32(3) + Bytes.be32(0)))).isAnimated)
    #expect(read(Chunks.png()).isAnimated == false)
  }

  @Test("WebP's two codings and Windows' bitmaps tell their size")
  func sizes() {
    let lossy = Chunks.chunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a] + Bytes.le16(300) + Bytes.le16(200))
    #expect(read(Chunks.riff("WEBP", lossy)).width == 300)
    let lossless = Chunks.chunk("VP8L", [0x2f] + Bytes.le32(299 | 199 << 14))
    #expect(read(Chunks.riff("WEBP", lossless)).height == 200)
    let bitmap =
      Bytes.text("BM") + Bytes.le32(60) + Bytes.zeros(4) + Bytes.le32(54) + Bytes.le32(40) + Bytes.le32(30)
      + Bytes.le32(-20) + Bytes.zeros(40)
    #expect(read(bitmap).height == 20)
    #expect(read(bitmap).format == .bmp)
  }

  @Test("HEIF tells its brands, its grid and the size of the whole")
  func heif() {
    let aperture = Boxes.box("clap", [40, 1, 30, 1, 0, 1, 0, 1].flatMap { Bytes.be32($0) })
    let file = HEIF(properties: [HEIF.size(4032, 3024)], grid: (6, 8)).file
    let facts = read(file)
    #expect(facts.brands == ["heic", "heic", "mif1"])
    #expect(facts.width == 4032)
    #expect(facts.heif?.itemType == "grid")
    #expect(facts.heif?.rows == 6)
    #expect(facts.heif?.columns == 8)
    #expect(read(HEIF(properties: [HEIF.size(64, 48), aperture]).file).width == 40)
    #expect(read(HEIF(brands: ["mif1", "avif"]).file).format == .avif)
    #expect(read(HEIF(brands: ["mif1"]).file).format == .heif)
  }

  @Test("EXIF of a HEIF is read from the file and from inside its tables", arguments: [false, true])
  func heifMetadata(_ inside: Bool) {
    let exif = EXIF(original: "2024:01:02 03:04:05", make: "Maker").block
    let facts = read(HEIF(exif: exif, exifInside: inside).file)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(facts.camera.make == "Maker")
  }

  @Test("JPEG 2000 tells its size, and EXIF in a box")
  func jpeg2000() {
    let file =
      Boxes.box("jP  ", [0x0d, 0x0a, 0x87, 0x0a]) + Boxes.ftyp("jp2 ")
      + Boxes.box("jp2h", Boxes.box("ihdr", Bytes.be32(48) + Bytes.be32(64) + Bytes.zeros(6)))
      + Boxes.box("uuid", Bytes.text("JpgTiffExif->JP2") + EXIF(original: "2024:01:02 03:04:05").block)
    let facts = read(file)
    #expect(facts.format == .jp2)
    #expect(facts.width == 64)
    #expect(civil(facts.capture?.microseconds) == "2024-01-02 03:04:05")
  }

  @Test("What is neither picture nor film tells nothing")
  func nothing() {
    for bytes in [[], [0xff], Bytes.text("hello, world"), Bytes.zeros(5000), Bytes.text("<svg></svg>")] {
      #expect(read(bytes) == MediaFacts())
    }
  }
}
