// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata

/// "2024-01-02 03:04:05" of µs since 1970, reckoned another way than the module does.
func civil(_ microseconds: Int64?) -> String? {
  guard let microseconds else { return nil }
  let seconds = Int((Double(microseconds) / 1_000_000).rounded(.down))
  var days = Int((Double(seconds) / 86_400).rounded(.down))
  let rest = seconds - days * 86_400
  var year = 1970
  func length(_ year: Int) -> Int { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
  while days < 0 { (year, days) = (year - 1, days + length(year - 1)) }
  while days >= length(year) { (year, days) = (year + 1, days - length(year)) }
  var month = 1
  for count in [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
    if days < count { break }
    (month, days) = (month + 1, days - count)
  }
  func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
  return "\(year)-\(two(month))-\(two(days + 1)) \(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
}

func read(_ bytes: [UInt8]) -> MediaFacts {
  MediaMetadata.read(ArraySource(bytes))
}
