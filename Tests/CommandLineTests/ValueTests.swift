// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLineInterface

@Suite("Sizes, times and lengths of time")
struct ValueTests {
  @Test(
    "Sizes are read with binary units",
    arguments: [
      ("1", 1), ("4096", 4096), ("64M", 64 << 20), ("64m", 64 << 20), ("64MiB", 64 << 20), ("64MB", 64 << 20),
      ("64 M", 64 << 20), ("1.5G", 3 << 29), ("0.5k", 512), ("2T", 2 << 40), ("1.000001M", 1_048_577), ("12B", 12),
      ("4194303T", 4_194_303 << 40),
    ] as [(String, Int64)])
  func sizes(text: String, byteCount: Int64) { #expect(ByteSize.parse(text) == byteCount) }

  @Test(
    "What is no size is not taken for one",
    arguments: [
      "", "M", "0", "0M", "-1M", "+1M", "1,5G", "1.G", ".5G", "5Q", "5 5", "1e3", "64MiBB", "iB", "64iB", "1.1234567M",
      "9223372036854775807T", "99999999999999999999", "６４M", "4194305T",
    ])
  func noSizes(text: String) { #expect(ByteSize.parse(text) == nil) }

  @Test(
    "Sizes are shown with one decimal at most, never rounded up",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"), (1_048_575, "1023 KiB"),
      (64 << 20, "64 MiB"), (67_117_056, "64 MiB"), (3 << 29, "1.5 GiB"), (1 << 62, "4 EiB"),
    ] as [(Int64, String)])
  func shownSizes(byteCount: Int64, text: String) { #expect(ByteSize.describe(byteCount) == text) }

  @Test(
    "Moments become dates of the calendar, before 1970 and at leap days too",
    arguments: [
      (0, "1970-01-01T00:00:00"), (1_710_252_306, "2024-03-12T14:05:06"), (-1, "1969-12-31T23:59:59"),
      (951_782_400, "2000-02-29T00:00:00"), (-2_203_891_200, "1900-03-01T00:00:00"),
      (253_402_300_799, "9999-12-31T23:59:59"),
      (-62_167_219_200, "0000-01-01T00:00:00"),
    ] as [(Int64, String)])
  func dates(seconds: Int64, text: String) {
    let time = CivilTime(secondsSince1970: seconds)
    #expect(time.iso8601 == text)
    #expect(time.secondsSince1970 == seconds)
  }

  @Test("Every day of four centuries comes back")
  func everyDay() {
    for day in stride(from: Int64(-146_097), to: 146_097, by: 1) {
      let time = CivilTime(secondsSince1970: day * 86_400 + 1)
      #expect(time.secondsSince1970 == day * 86_400 + 1)
    }
  }

  @Test("Nanoseconds and microseconds are shown with the decimals they have")
  func moments() {
    #expect(Moment.utc(nanoseconds: 1_710_252_306_000_000_000) == "2024-03-12T14:05:06Z")
    #expect(Moment.utc(nanoseconds: 1_710_252_306_120_000_000) == "2024-03-12T14:05:06.12Z")
    #expect(Moment.utc(nanoseconds: -1) == "1969-12-31T23:59:59.999999999Z")
    #expect(Moment.taken(microseconds: -1).iso8601 == "1969-12-31T23:59:59")
  }

  @Test(
    "A date stands for all of its day, month, year or minute",
    arguments: [
      ("2024", "2024-01-01T00:00:00", "2025-01-01T00:00:00"), ("2024-12", "2024-12-01T00:00:00", "2025-01-01T00:00:00"),
      ("2024-02", "2024-02-01T00:00:00", "2024-03-01T00:00:00"),
      ("2024-02-29", "2024-02-29T00:00:00", "2024-03-01T00:00:00"),
      ("2024-03-12T14:05", "2024-03-12T14:05:00", "2024-03-12T14:06:00"),
      ("2024-03-12 14:05:06", "2024-03-12T14:05:06", "2024-03-12T14:05:07"),
    ])
  func dateArguments(text: String, start: String, end: String) throws {
    let date = try #require(DateArgument(text))
    #expect(CivilTime(secondsSince1970: date.start).iso8601 == start)
    #expect(CivilTime(secondsSince1970: date.end).iso8601 == end)
  }

  @Test(
    "What is no date is not taken for one",
    arguments: [
      "", "24", "2024-13", "2023-02-29", "2024-3-1", "2024-03-12T", "2024-03-12T25:00", "2024-03T10:00", "yesterday",
      "2024-03-12T14",
      "2024-03-12-01", "-2024",
    ])
  func noDates(text: String) { #expect(DateArgument(text) == nil) }

  @Test(
    "Lengths of time are two units at most",
    arguments: [
      (0.2, "under 1 s"), (59.4, "59 s"), (65, "1 min 5 s"), (120, "2 min"), (9600, "2 h 40 min"), (273_600, "3 d 4 h"),
    ])
  func durations(seconds: Double, text: String) { #expect(PlainDuration.describe(seconds: seconds) == text) }
}
