// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("When a photo was taken")
struct CaptureTimeTests {
  private func capture(_ exif: EXIF) -> CaptureTime? {
    read(JPEG.file(exif: exif.block)).capture
  }

  @Test("The original time goes before every other, with its own offset and fractions of a second")
  func original() {
    let time = capture(
      EXIF(
        original: "2024:01:02 03:04:05", digitized: "2024:02:02 03:04:05", modified: "2024:03:02 03:04:05",
        offset: "+05:00", offsetOriginal: "-03:30", subSeconds: "045"))
    #expect(civil(time?.microseconds) == "2024-01-02 03:04:05")
    #expect(time.map { $0.microseconds % 1_000_000 } == 45_000)
    #expect(time?.utcOffset == -210)
    #expect(time?.source == .exifOriginal)
  }

  @Test("Without an offset of its own the original takes the general one, and without that none")
  func offsets() {
    #expect(capture(EXIF(original: "2024:01:02 03:04:05", offset: "+05:30"))?.utcOffset == 330)
    let none = capture(EXIF(original: "2024:01:02 03:04:05"))
    #expect(none?.utcOffset == nil)
    #expect(none?.isUTC == false)
    #expect(civil(none?.microseconds) == "2024-01-02 03:04:05")
    #expect(capture(EXIF(original: "2024:01:02 03:04:05", offset: "+25:00"))?.utcOffset == nil)
    #expect(capture(EXIF(original: "2024:01:02 03:04:05", offset: "   :  "))?.utcOffset == nil)
  }

  @Test("The satellites' clock tells the offset, if it ran with the camera's")
  func satellites() {
    func offset(_ hour: Int, _ minute: Int) -> Int? {
      let gps: [(Int, TIFF.Value)] = [
        (7, .rationals([(hour, 1), (minute, 1), (30, 1)])), (0x1d, .text("2024:01:02")),
      ]
      return capture(EXIF(original: "2024:01:02 12:00:00", gps: gps))?.utcOffset
    }
    #expect(offset(10, 0) == 120)
    #expect(offset(6, 15) == 345)
    #expect(offset(9, 52) == nil)  // an old fix
  }

  @Test(
    "An absurd time gives way to the next",
    arguments: [
      "0000:00:00 00:00:00", "    :  :     :  :  ", "", "2024:13:01 00:00:00", "2023:02:29 10:00:00",
      "2024:01:02 25:00:00", "1970:01:01 00:00:00", "9999:99:99 99:99:99", "0001:01:01 00:00:00", "not a date",
    ])
  func absurd(_ text: String) {
    let time = capture(EXIF(original: text, modified: "2015:06:07 08:09:10"))
    #expect(civil(time?.microseconds) == "2015-06-07 08:09:10")
    #expect(time?.source == .exifModified)
    #expect(capture(EXIF(original: text)) == nil)
  }

  @Test(
    "Real times from before 1970 are kept",
    arguments: ["1969:12:31 23:59:59", "1931:05:06 07:08:09", "1888:02:29 12:00:00"])
  func old(_ text: String) {
    let time = capture(EXIF(original: text))
    #expect(civil(time?.microseconds)?.filter(\.isNumber) == text.filter(\.isNumber))
  }

  @Test("A time in the future gives way, if the caller says what the future is")
  func future() {
    let file = JPEG.file(
      exif: EXIF(original: "2051:01:01 00:00:00", modified: "2024:01:02 03:04:05").block)
    let now: Int64 = 1_735_689_600_000_000
    #expect(civil(MediaMetadata.read(ArraySource(file), latest: now).capture?.microseconds) == "2024-01-02 03:04:05")
    #expect(civil(read(file).capture?.microseconds) == "2051-01-01 00:00:00")
  }

  @Test("XMP goes before IPTC, and both before the time of the last change")
  func order() {
    let iptc = JPEG.iptc(date: "20120304", time: "050607+0200")
    let xmp = XMP.packet(#"photoshop:DateCreated="2011-02-03T04:05:06.5-07:00""#)
    let exif = EXIF(modified: "2020:01:01 00:00:00").block
    let both = read(JPEG.file(exif: exif, xmp: xmp, segments: [iptc])).capture
    #expect(civil(both?.microseconds) == "2011-02-03 04:05:06")
    #expect(both?.utcOffset == -420)
    #expect(both?.source == .xmp)
    let one = read(JPEG.file(exif: exif, segments: [iptc])).capture
    #expect(civil(one?.microseconds) == "2012-03-04 05:06:07")
    #expect(one?.utcOffset == 120)
    #expect(one?.source == .iptc)
  }

  @Test("A time with Z tells the moment and not the wall clock; a twin with an offset tells both")
  func zulu() {
    let universal = read(JPEG.file(xmp: XMP.packet(#"xmp:CreateDate="2011-02-03T04:05:06Z""#))).capture
    #expect(universal?.isUTC == true)
    #expect(universal?.utcOffset == nil)
    let exif = EXIF(original: "2011:02:03 04:05:06").block
    let beside = XMP.packet(#"photoshop:DateCreated="2011-02-03T04:05:06+01:00""#)
    #expect(read(JPEG.file(exif: exif, xmp: beside)).capture?.utcOffset == 60)
    let other = XMP.packet(#"photoshop:DateCreated="2011-02-03T04:05:07+01:00""#)
    #expect(read(JPEG.file(exif: exif, xmp: other)).capture?.utcOffset == nil)
  }

  @Test("A day without a time of day is marked as such")
  func dayOnly() {
    let time = read(JPEG.file(segments: [JPEG.iptc(date: "19870605", time: nil)])).capture
    #expect(civil(time?.microseconds) == "1987-06-05 00:00:00")
    #expect(time?.isDayOnly == true)
  }

  @Test("A file without any time tells none")
  func none() {
    #expect(read(JPEG.file()).capture == nil)
  }
}
