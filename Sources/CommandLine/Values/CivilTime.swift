// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A date and a time of day on some wall clock, in the Gregorian calendar, years 0 to 9999.
struct CivilTime: Equatable, Sendable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// `seconds` since 1970-01-01T00:00:00 of the same wall clock.
  init(secondsSince1970 seconds: Int64) {
    let days = Int(seconds.floorDivided(by: 86_400))
    let rest = Int(seconds - Int64(days) * 86_400)
    // Days are counted from 1 March of year 0, in eras of 400 years, so that the leap day is the last of its year.
    let shifted = days + 719_468
    let era = Int(Int64(shifted).floorDivided(by: 146_097))
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  /// Nil unless it is a day of the calendar and a time of day.
  init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    guard
      (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second), CivilTime(secondsSince1970: secondsSince1970) == self
    else { return nil }
  }

  var secondsSince1970: Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = Int(Int64(y).floorDivided(by: 400))
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// What the clock on this machine's wall showed at an instant.
  init(localAt secondsSince1970UTC: Int64) {
    var instant = time_t(secondsSince1970UTC)
    var fields = tm()
    guard localtime_r(&instant, &fields) != nil else {
      self.init(secondsSince1970: secondsSince1970UTC)
      return
    }
    self.init(secondsSince1970: secondsSince1970UTC + Int64(fields.tm_gmtoff))
  }

  /// `2024-03-12T14:05:06`
  var iso8601: String { "\(date)T\(timeOfDay)" }
  /// `2024-03-12`
  var date: String { "\(Self.pad(year, 4))-\(Self.pad(month, 2))-\(Self.pad(day, 2))" }
  /// `14:05:06`
  var timeOfDay: String { "\(Self.pad(hour, 2)):\(Self.pad(minute, 2)):\(Self.pad(second, 2))" }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity; `divisor` is positive.
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
