// Agony
// SPDX-License-Identifier: Apache-2.0

/// Walks through a short text of numbers.
struct DigitScanner {
  private(set) var rest: ArraySlice<UInt8>

  init(_ text: some Collection<UInt8>) {
    rest = ArraySlice(text.prefix(64)).drop { $0 <= 0x20 }
  }

  /// A run of digits, as long as there are, if its length is allowed.
  mutating func digits(_ counts: ClosedRange<Int>) -> ArraySlice<UInt8>? {
    let run = rest.prefix(while: Text.isDigit)
    guard counts.contains(run.count) else { return nil }
    rest = rest.dropFirst(run.count)
    return run
  }

  mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    digits(counts).flatMap { Text.number($0) }
  }

  /// One or more of these bytes.
  mutating func skip(_ bytes: Set<UInt8>) -> Bool {
    let kept = rest.drop { bytes.contains($0) }
    defer { rest = kept }
    return kept.count < rest.count
  }

  /// "03:04:05", "03.04.05", "030405", or without seconds "03:04". On failure nothing is skipped.
  mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
    let start = rest
    if let six = digits(6...6), let whole = Text.number(six) { return (whole / 10_000, whole / 100 % 100, whole % 100) }
    let colon: Set<UInt8> = [0x3a, 0x2e]
    guard let hour = number(1...2), skip(colon), let minute = number(1...2) else {
      rest = start
      return nil
    }
    let afterMinutes = rest
    guard skip(colon), let second = number(1...2) else {
      rest = afterMinutes
      return (hour, minute, 0)
    }
    return (hour, minute, second)
  }
}
