// Agony
// SPDX-License-Identifier: Apache-2.0

/// A day, month, year or moment as typed: `2024`, `2024-03`, `2024-03-12`, `2024-03-12T14:05`, `2024-03-12 14:05:06`.
///
/// It stands for everything from `start` up to, not including, `end`; both in seconds of the wall clock since 1970.
struct DateArgument: Equatable, Sendable {
  let start: Int64
  let end: Int64

  init?(_ text: String) {
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard let date = Self.numbers(halves[0], separator: "-", widths: [4, 2, 2]), !date.isEmpty else { return nil }
    var time: [Int] = []
    if halves.count == 2 {
      guard date.count == 3, let parts = Self.numbers(halves[1], separator: ":", widths: [2, 2, 2]), parts.count >= 2
      else { return nil }
      time = parts
    }
    let month = date.count > 1 ? date[1] : 1
    guard
      let first = CivilTime(
        year: date[0], month: month, day: date.count > 2 ? date[2] : 1, hour: time.first ?? 0,
        minute: time.count > 1 ? time[1] : 0, second: time.count > 2 ? time[2] : 0)
    else { return nil }
    start = first.secondsSince1970
    switch (date.count, time.count) {
    case (1, _): end = Self.firstDay(year: date[0] + 1, month: 1)
    case (2, _): end = Self.firstDay(year: month == 12 ? date[0] + 1 : date[0], month: month % 12 + 1)
    case (_, 0): end = start + 86_400
    case (_, 2): end = start + 60
    default: end = start + 1
    }
  }

  private static func firstDay(year: Int, month: Int) -> Int64 {
    var time = CivilTime(secondsSince1970: 0)
    time.year = year
    time.month = month
    return time.secondsSince1970
  }

  private static func numbers(_ text: Substring, separator: Character, widths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count <= widths.count else { return nil }
    var numbers: [Int] = []
    for (part, width) in zip(parts, widths) {
      guard part.count == width, part.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(part) else {
        return nil
      }
      numbers.append(number)
    }
    return numbers
  }
}
