// Agony
// SPDX-License-Identifier: Apache-2.0

/// EXIF's place, and the satellites' clock.
enum GPSReader {
  static func read(_ gps: TIFFDirectory, _ findings: inout Findings) {
    if let north = degrees(gps[2], positive: "N", negative: "S", gps.text(1)),
      let east = degrees(gps[4], positive: "E", negative: "W", gps.text(3))
    {
      let below = gps.integer(5) == 1
      let altitude = gps.real(6).map { below ? -$0 : $0 }
      findings.facts.location =
        findings.facts.location ?? Location(latitude: north, longitude: east, altitude: altitude)
    }
    findings.dates.satelliteTime = findings.dates.satelliteTime ?? time(gps)
  }

  private static func degrees(
    _ entry: TIFFEntry?, positive: String, negative: String, _ reference: String?
  ) -> Double? {
    // Degrees, minutes, seconds; any but the first may be left out or be 0/0.
    guard let entry, let reference, let whole = entry.real(0) else { return nil }
    let value = whole + (entry.real(1) ?? 0) / 60 + (entry.real(2) ?? 0) / 3600
    switch reference.prefix(1).uppercased() {
    case positive: return value
    case negative: return -value
    default: return nil
    }
  }

  /// µs since 1970, UTC.
  private static func time(_ gps: TIFFDirectory) -> Int64? {
    guard let date = gps.bytes(0x1d).flatMap({ DateText($0) }), date.isDayOnly, let clock = gps[7], clock.count == 3,
      let hour = clock.real(0), let minute = clock.real(1), let second = clock.real(2),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<61).contains(second)
    else { return nil }
    return date.time.microseconds + Int64(((hour * 60 + minute) * 60 + second) * 1_000_000)
  }
}
