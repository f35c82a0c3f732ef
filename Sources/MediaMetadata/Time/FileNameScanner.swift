// Agony
// SPDX-License-Identifier: Apache-2.0

/// Reads a date that begins at one place of a name.
struct FileNameScanner {
  private let stem: ArraySlice<UInt8>
  private let start: Int
  private var rest: ArraySlice<UInt8>

  init(_ stem: ArraySlice<UInt8>, at start: Int) {
    self.stem = stem
    self.start = start
    rest = stem[start...]
  }

  /// Names with dates come from digital cameras.
  private static let years = 1990...2099

  var date: FileNameDate? {
    var scanner = self
    return scanner.read()
  }

  private mutating func read() -> FileNameDate? {
    let run = rest.prefix(while: Text.isDigit)
    switch run.count {
    case 13: return moment(run, perSecond: 1000)
    case 10 where run.count == stem.count: return moment(run, perSecond: 1)
    case 4: return separatedDate()
    case 8, 14, 17:
      rest = rest.dropFirst(8)
      guard let day = Day(run.prefix(8)) else { return nil }
      if run.count > 8 {
        rest = rest.dropFirst(run.count - 8)
        return day.at(run[(run.startIndex + 8)...])
      }
      return withTime(day)
    default: return nil
    }
  }

  /// Since 1970, in UTC; only of the years that cameras with such names can know.
  private func moment(_ digits: ArraySlice<UInt8>, perSecond: Int) -> FileNameDate? {
    guard let count = Text.number(digits), (946_684_800..<4_102_444_800).contains(count / perSecond) else { return nil }
    return FileNameDate(microseconds: Int64(count) * Int64(1_000_000 / perSecond), isUTC: true, isDayOnly: false)
  }

  /// "2024-01-02", also with "_" or ".".
  private mutating func separatedDate() -> FileNameDate? {
    let parts = rest.prefix(10)
    guard parts.count == 10, let separator = parts.dropFirst(4).first, [0x2d, 0x5f, 0x2e].contains(separator),
      parts[parts.startIndex + 7] == separator
    else { return nil }
    let digits = parts.prefix(4) + parts.dropFirst(5).prefix(2) + parts.suffix(2)
    rest = rest.dropFirst(10)
    guard rest.first.map({ !Text.isDigit($0) }) ?? true, let day = Day(digits) else { return nil }
    return withTime(day)
  }

  /// What follows a day: "_030405", "-03-04-05-678", " at 3.04.05 PM"; else the day alone.
  private mutating func withTime(_ day: Day) -> FileNameDate? {
    let dayOnly = day.at([])
    let word = rest.prefix { !Text.isDigit($0) }
    guard [[0x5f], [0x2d], [0x20], [0x54], [0x2e], Array(" at ".utf8), Array("_at_".utf8)].contains(Array(word)) else {
      return dayOnly
    }
    rest = rest.dropFirst(word.count)
    let run = rest.prefix(while: Text.isDigit)
    if run.count == 6 || run.count == 9 {
      rest = rest.dropFirst(run.count)
      // A Pixel's name is in UTC.
      return day.at(run, isUTC: stem[..<start].suffix(4).elementsEqual("PXL_".utf8)) ?? dayOnly
    }
    guard run.count == 2 || run.count == 1 else { return dayOnly }
    return separatedTime(day) ?? dayOnly
  }

  private mutating func separatedTime(_ day: Day) -> FileNameDate? {
    guard var hour = number(1...2), let separator = rest.first, [0x2d, 0x5f, 0x2e, 0x3a].contains(separator) else {
      return nil
    }
    rest = rest.dropFirst()
    guard let minute = number(2...2), rest.first == separator else { return nil }
    rest = rest.dropFirst()
    guard let second = number(2...2) else { return nil }
    let half = rest.drop { $0 == 0x20 }.prefix(2).map { $0 | 0x20 }
    if half == Array("pm".utf8) { hour = hour % 12 + 12 }
    if half == Array("am".utf8) { hour %= 12 }
    var milliseconds = 0
    if let mark = rest.first, [0x2d, 0x5f, 0x2e].contains(mark) {
      rest = rest.dropFirst()
      milliseconds = number(3...3) ?? 0
    }
    return day.at(hour, minute, second, milliseconds)
  }

  private mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    let run = rest.prefix(while: Text.isDigit)
    guard counts.contains(run.count) else { return nil }
    rest = rest.dropFirst(run.count)
    return Text.number(run)
  }

  private struct Day {
    let (year, month, day): (Int, Int, Int)

    /// Eight digits; nil if there is no such day.
    init?(_ digits: some Collection<UInt8>) {
      guard let whole = Text.number(digits), years.contains(whole / 10_000),
        CivilTime(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100) != nil
      else { return nil }
      (year, month, day) = (whole / 10_000, whole / 100 % 100, whole % 100)
    }

    /// Six digits of time, or nine with milliseconds; none for the day alone.
    func at(_ digits: ArraySlice<UInt8>, isUTC: Bool = false) -> FileNameDate? {
      guard let clock = Text.number(digits.prefix(6)) else {
        return CivilTime(year: year, month: month, day: day).map { FileNameDate($0, isDayOnly: true) }
      }
      let milliseconds = Text.number(digits.dropFirst(6)) ?? 0
      return at(clock / 10_000, clock / 100 % 100, clock % 100, milliseconds, isUTC: isUTC)
    }

    func at(_ hour: Int, _ minute: Int, _ second: Int, _ milliseconds: Int, isUTC: Bool = false) -> FileNameDate? {
      CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second,
        microsecond: milliseconds * 1000
      ).map { FileNameDate($0, isUTC: isUTC) }
    }
  }
}
