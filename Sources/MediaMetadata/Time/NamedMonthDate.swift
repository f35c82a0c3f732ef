// Agony
// SPDX-License-Identifier: Apache-2.0

/// Dates with an English month: "Mon Mar 10 15:04:43 2003", "Tue, 02 Jan 2024 03:04:05 +0200".
enum NamedMonthDate {
  static func parsed(_ text: String) -> (time: CivilTime, utcOffset: Int?)? {
    let words = text.utf8.prefix(64).split { $0 <= 0x20 || $0 == 0x2c }
    guard let monthIndex = words.firstIndex(where: { month($0) != nil }), let month = month(words[monthIndex]) else {
      return nil
    }
    var day: Int?
    var year: Int?
    var clock: (hour: Int, minute: Int, second: Int)?
    var utcOffset: Int?
    for word in words {
      if let number = Text.number(word) {
        if word.count == 4 { year = year ?? number } else if word.count <= 2 { day = day ?? number }
      } else if clock == nil, word.contains(0x3a) {
        var scanner = DigitScanner(word)
        clock = scanner.clock()
      } else if clock != nil {
        utcOffset = utcOffset ?? UTCOffset.parsed(word)
      }
    }
    guard let year, let day, let clock else { return nil }
    return CivilTime(
      year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second
    ).map { ($0, utcOffset) }
  }

  private static func month(_ word: some Collection<UInt8>) -> Int? {
    guard word.count >= 3, !word.contains(where: Text.isDigit) else { return nil }
    let names = "jan feb mar apr may jun jul aug sep oct nov dec".utf8.split(separator: 0x20)
    let start = word.prefix(3).map { $0 | 0x20 }
    return names.firstIndex { $0.elementsEqual(start) }.map { $0 + 1 }
  }
}
