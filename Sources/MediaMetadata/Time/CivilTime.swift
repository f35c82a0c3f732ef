// Agony
// SPDX-License-Identifier: Apache-2.0

/// A moment as a calendar and a clock show it.
struct CivilTime: Equatable {
  /// Microseconds since 1970-01-01T00:00:00 of that clock.
  let microseconds: Int64

  /// The year of the first photograph to one beyond which only broken clocks are.
  static let years = 1826...2099

  /// Nil unless every field can be. A leap second counts as the one before it.
  init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
  ) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999_999).contains(microsecond)
    else { return nil }
    let seconds = ((Self.days(to: year, month, day) * 24 + hour) * 60 + minute) * 60 + min(second, 59)
    microseconds = Int64(seconds) * 1_000_000 + Int64(microsecond)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970-01-01; years begin in March, so that the leap day is the last.
  private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// Whether a moment is within `years`.
  static func isPossible(microseconds: Int64) -> Bool {
    (-4_544_208_000_000_000..<4_102_444_800_000_000).contains(microseconds)
  }
}
