// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@testable import Album

@Suite("When an item was taken")
struct TakenTimeTests {
  private static let day: Int64 = 86_400_000_000
  /// 2024-06-01.
  private static let now: Int64 = 19_875 * day
  private static let modified: Int64 = 16_000 * day * 1000

  private func taken(_ inFile: CaptureTime?, name: String = "plain.jpg") -> TakenTime {
    TakenTime(inFile: inFile, name: Array(name.utf8), modified: Self.modified, now: Self.now)
  }

  @Test("The file says it before its name does, and the name before the clock of the file system")
  func order() {
    let inside = CaptureTime(microseconds: 1000 * Self.day, utcOffset: 60, source: .exifOriginal)
    let dated = "IMG_20150704_120102.jpg"
    #expect(taken(inside, name: dated).source == .exifOriginal)
    #expect(taken(inside, name: dated).microseconds == 1000 * Self.day)
    #expect(taken(inside, name: dated).utcOffset == 60)
    #expect(taken(nil, name: dated).source == .fileName)
    #expect(taken(nil).source == .fileTime)
  }

  @Test("A time of before 1970 is one; one of next week is none")
  func bounds() {
    #expect(taken(CaptureTime(microseconds: -5000 * Self.day, source: .exifOriginal)).microseconds == -5000 * Self.day)
    let nearly = CaptureTime(microseconds: Self.now + Self.day, source: .exifOriginal)
    #expect(taken(nearly).source == .exifOriginal)
    let later = CaptureTime(microseconds: Self.now + Self.day + 1, source: .exifOriginal)
    #expect(taken(later).source == .fileTime)
    #expect(taken(later, name: "IMG_20150704_120102.jpg").source == .fileName)
  }
}
