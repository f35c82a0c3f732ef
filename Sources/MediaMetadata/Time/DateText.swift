// Agony
// SPDX-License-Identifier: Apache-2.0

/// Dates as EXIF, XMP, IPTC and QuickTime write them: "2024:01:02 03:04:05", "2024-01-02T03:04:05.678+02:00".
struct DateText: Equatable {
  let time: CivilTime
  let utcOffset: Int?
  let isDayOnly: Bool
  /// "Z": the moment is told, the wall clock is not. `utcOffset` is nil then.
  let isUTC: Bool

  /// `fraction`: digits of a second that stand elsewhere (EXIF's SubSecTime).
  init?(_ text: some Collection<UInt8>, fraction: [UInt8] = []) {
    var scanner = DigitScanner(text)
    let (year, month, day): (Int, Int, Int)
    guard let first = scanner.digits(1...8) else { return nil }
    if first.count == 8, let whole = Text.number(first) {
      (year, month, day) = (whole / 10_000, whole / 100 % 100, whole % 100)
    } else {
      guard first.count == 4, let number = Text.number(first), scanner.skip(Self.dateSeparators),
        let m = scanner.number(1...2), scanner.skip(Self.dateSeparators), let d = scanner.number(1...2)
      else { return nil }
      (year, month, day) = (number, m, d)
    }
    let separated = scanner.skip([0x20, 0x54, 0x74, 0x3a])
    guard separated, let (hour, minute, second) = scanner.clock() else {
      guard let time = CivilTime(year: year, month: month, day: day) else { return nil }
      (self.time, utcOffset, isDayOnly, isUTC) = (time, nil, true, false)
      return
    }
    var digits = fraction.filter(Text.isDigit)
    if scanner.skip([0x2e, 0x2c]), let written = scanner.digits(1...12) { digits = Array(written) }
    guard
      let time = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second,
        microsecond: Self.microseconds(digits))
    else { return nil }
    isUTC = scanner.rest.first == 0x5a
    (self.time, utcOffset, isDayOnly) = (time, isUTC ? nil : UTCOffset.parsed(scanner.rest), false)
  }

  init?(_ text: String) {
    self.init(Array(text.utf8))
  }

  private static let dateSeparators: Set<UInt8> = [0x3a, 0x2d, 0x2f, 0x2e]

  private static func microseconds(_ digits: [UInt8]) -> Int {
    let six = digits.prefix(6) + [UInt8](repeating: 0x30, count: max(0, 6 - digits.count))
    return Text.number(six) ?? 0
  }
}
