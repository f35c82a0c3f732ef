// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("Dates in file names")
struct FileNameDateTests {
  private func parse(_ name: String) -> FileNameDate? {
    FileNameDate.parse(Array(name.utf8))
  }

  @Test(
    "The patterns of cameras and messengers are read as local time",
    arguments: [
      ("IMG_20240102_030405.jpg", "2024-01-02 03:04:05"),
      ("VID_20240102_030405.mp4", "2024-01-02 03:04:05"),
      ("IMG_20240102_030405_1.jpg", "2024-01-02 03:04:05"),
      ("20240102_030405(0).heic", "2024-01-02 03:04:05"),
      ("MVIMG_20240102_030405.jpg", "2024-01-02 03:04:05"),
      ("PANO_20240102_030405.vr.jpg", "2024-01-02 03:04:05"),
      ("Screenshot_20240102-030405.png", "2024-01-02 03:04:05"),
      ("Screenshot_20240102-030405_Chrome.jpg", "2024-01-02 03:04:05"),
      ("Screenshot_2024-01-02-03-04-05-678_com.app.png", "2024-01-02 03:04:05"),
      ("Screenshot 2024-01-02 at 03.04.05.png", "2024-01-02 03:04:05"),
      ("Screenshot 2024-01-02 030405.png", "2024-01-02 03:04:05"),
      ("Screenshot 2024-01-02 at 3.04.05 PM.png", "2024-01-02 15:04:05"),
      ("WhatsApp Image 2024-01-02 at 03.04.05 (1).jpeg", "2024-01-02 03:04:05"),
      ("WhatsApp Video 2024-01-02 at 12.04.05 AM.mp4", "2024-01-02 00:04:05"),
      ("signal-2024-01-02-030405.jpg", "2024-01-02 03:04:05"),
      ("signal-2024-01-02-03-04-05-678.jpg", "2024-01-02 03:04:05"),
      ("photo_2024-01-02_03-04-05.jpg", "2024-01-02 03:04:05"),
      ("DJI_20240102030405_0001_D.JPG", "2024-01-02 03:04:05"),
      ("WIN_20240102_03_04_05_Pro.jpg", "2024-01-02 03:04:05"),
      ("2024-01-02 03.04.05.jpg", "2024-01-02 03:04:05"),
      ("CameraZOOM-20240102030405678.jpg", "2024-01-02 03:04:05"),
    ])
  func local(_ name: String, _ expected: String) {
    let date = parse(name)
    #expect(civil(date?.microseconds) == expected)
    #expect(date?.isUTC == false)
    #expect(date?.isDayOnly == false)
  }

  @Test(
    "A Pixel's names and counted milliseconds are UTC",
    arguments: [
      ("PXL_20240102_030405678.jpg", 1_704_164_645_678),
      ("original_8f1c_PXL_20240102_030405678.jpg", 1_704_164_645_678),
      ("PXL_20240102_030405678.MP.jpg", 1_704_164_645_678),
      ("mmexport1704164645678.jpg", 1_704_164_645_678),
      ("FB_IMG_1704164645678.jpg", 1_704_164_645_678),
      ("1704164645678.jpg", 1_704_164_645_678),
      ("1704164645.jpg", 1_704_164_645_000),
    ] as [(String, Int64)])
  func universal(_ name: String, _ milliseconds: Int64) {
    #expect(parse(name) == FileNameDate.utc(milliseconds))
  }

  @Test(
    "A day alone is told as one",
    arguments: [
      "IMG-20240102-WA0001.jpg", "VID-20240102-WA0012.mp4", "20240102.jpg", "2024-01-02.jpg", "IMG_20240102_999999.jpg",
    ])
  func dayOnly(_ name: String) {
    let date = parse(name)
    #expect(civil(date?.microseconds) == "2024-01-02 00:00:00")
    #expect(date?.isDayOnly == true)
  }

  @Test(
    "What is no date is none",
    arguments: [
      "IMG_9140.JPG", "DSC_12345678.jpg", "image.jpg", "", ".", "IMG_20241332_030405.jpg", "19700101.jpg",
      "99999999.jpg",
      "0000000000000.jpg", "123456789012345678901234567890.jpg", "2024-13-02.jpg", "2024.jpg",
    ])
  func none(_ name: String) {
    #expect(parse(name) == nil)
  }

  @Test("Bytes that are no text do no harm")
  func noText() {
    #expect(FileNameDate.parse([0xff, 0xfe, 0x80] + Array("_20240102_030405".utf8)) != nil)
    #expect(FileNameDate.parse([UInt8](repeating: 0x30, count: 100_000)) == nil)
  }

  @Test("A name fills what the file leaves open, and gives way to what the file knows")
  func resolving() {
    let exif = read(JPEG.file(exif: EXIF(original: "2024:01:02 05:04:05").block)).capture
    let modified = read(JPEG.file(exif: EXIF(modified: "2025:01:01 00:00:00").block)).capture
    // The name in UTC tells the offset of the camera's clock.
    let zoned = CaptureTime.resolved(inFile: exif, fileName: parse("PXL_20240102_030405678.jpg"))
    #expect(zoned?.utcOffset == 120)
    #expect(zoned?.source == .exifOriginal)
    #expect(civil(zoned?.microseconds) == "2024-01-02 05:04:05")
    let named = CaptureTime.resolved(inFile: modified, fileName: parse("IMG_20240102_030405.jpg"))
    #expect(named?.source == .fileName)
    let day = CaptureTime.resolved(inFile: modified, fileName: parse("IMG-20240102-WA0001.jpg"))
    #expect(day?.source == .exifModified)
    #expect(CaptureTime.resolved(inFile: nil, fileName: parse("20240102.jpg"))?.source == .fileNameDay)
    #expect(CaptureTime.resolved(inFile: nil, fileName: nil) == nil)
  }

  @Test("A film's header in UTC and a name in local time give the wall clock")
  func film() {
    let film = read(Movie(created: Movie.seconds(since1970: 1_704_164_645)).file).capture
    #expect(film?.isUTC == true)
    let resolved = CaptureTime.resolved(inFile: film, fileName: parse("VID_20240102_080405.mp4"))
    #expect(civil(resolved?.microseconds) == "2024-01-02 08:04:05")
    #expect(resolved?.utcOffset == 300)
    #expect(resolved?.isUTC == false)
    #expect(CaptureTime.resolved(inFile: film, fileName: parse("VID_20200101_080405.mp4"))?.utcOffset == nil)
  }
}

extension FileNameDate {
  fileprivate static func utc(_ milliseconds: Int64) -> FileNameDate? {
    FileNameDate.parse(Array("x\(milliseconds)".utf8))
  }
}
