// Agony
// SPDX-License-Identifier: Apache-2.0

/// Minutes east of UTC.
enum UTCOffset {
  static let possible = -12 * 60...14 * 60

  /// What "+02:00", "-0330", "+02" or "Z" says; nil for anything else.
  static func parsed(_ text: some Collection<UInt8>) -> Int? {
    let bytes = Array(text).filter { $0 > 0x20 }
    guard let sign = bytes.first else { return nil }
    if bytes == [0x5a] { return 0 }
    guard sign == 0x2b || sign == 0x2d else { return nil }
    let digits = bytes.dropFirst().filter { $0 != 0x3a }
    let count = digits.count == 6 ? 4 : digits.count  // seconds are always 0
    guard count == 2 || count == 4, let hours = Text.number(digits.prefix(2)) else { return nil }
    let minutes = count == 4 ? Text.number(digits[2..<4]) : 0
    guard let minutes, minutes < 60 else { return nil }
    let offset = (hours * 60 + minutes) * (sign == 0x2d ? -1 : 1)
    return possible.contains(offset) ? offset : nil
  }

  /// From two clocks that showed the same moment, give or take 3 minutes. Offsets are quarters of an hour.
  static func between(local: Int64, utc: Int64) -> Int? {
    let (difference, overflow) = local.subtractingReportingOverflow(utc)
    guard !overflow, abs(difference / 60_000_000) <= 15 * 60 else { return nil }
    let seconds = Int(difference / 1_000_000)
    let quarters = (Double(seconds) / 900).rounded()
    let offset = Int(quarters) * 15
    return abs(seconds - offset * 60) <= 180 && possible.contains(offset) ? offset : nil
  }
}
