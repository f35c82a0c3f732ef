// Agony
// SPDX-License-Identifier: Apache-2.0

/// All capture times that a file tells, to choose the best of.
struct CaptureDates {
  private var found: [CaptureTime] = []
  /// The satellites' clock, µs since 1970 UTC: also tells how far from UTC another clock was.
  var satelliteTime: Int64?
  /// Nothing later than this is believed.
  let latest: Int64?

  init(latest: Int64?) {
    self.latest = latest
  }

  /// The first of each source holds.
  mutating func offer(_ time: CaptureTime) {
    guard found.count < 64, isPlausible(time.microseconds) else { return }
    found.append(time)
  }

  /// `elsewhere`: an offset that stands apart from the text.
  mutating func offer(_ text: DateText?, _ source: CaptureSource, elsewhere: Int? = nil) {
    guard let text else { return }
    let utcOffset = text.isDayOnly || text.isUTC ? nil : text.utcOffset ?? elsewhere
    offer(
      CaptureTime(
        microseconds: text.time.microseconds, utcOffset: utcOffset, isUTC: text.isUTC, isDayOnly: text.isDayOnly,
        source: source))
  }

  /// A moment whose wall clock nobody wrote down.
  mutating func offer(utc microseconds: Int64, _ source: CaptureSource) {
    offer(CaptureTime(microseconds: microseconds, isUTC: true, source: source))
  }

  /// What another part of the file tells, after what this one did.
  mutating func offer(all other: CaptureDates) {
    for time in other.found { offer(time) }
    satelliteTime = satelliteTime ?? other.satelliteTime
  }

  var best: CaptureTime? {
    guard var time = found.enumerated().min(by: Self.isBetter)?.element else {
      return satelliteTime.flatMap { isPlausible($0) ? CaptureTime(microseconds: $0, isUTC: true, source: .gps) : nil }
    }
    if time.isDayOnly, let exact = found.first(where: { !$0.isDayOnly && !$0.isUTC && $0.day == time.day }) {
      time = exact
    }
    guard !time.isDayOnly, !time.isUTC, time.utcOffset == nil else { return time }
    // An original time without an offset may stand in XMP or IPTC again with one; only the same second counts.
    let twin = found.first { $0.utcOffset != nil && $0.microseconds / 1_000_000 == time.microseconds / 1_000_000 }
    if let twin {
      time.utcOffset = twin.utcOffset
    } else if time.source != .exifModified, let satelliteTime {
      time.utcOffset = UTCOffset.between(local: time.microseconds, utc: satelliteTime)
    }
    return time
  }

  private static func isBetter(_ a: (offset: Int, element: CaptureTime), _ b: (offset: Int, element: CaptureTime))
    -> Bool
  {
    (a.element.source.rawValue, a.offset) < (b.element.source.rawValue, b.offset)
  }

  /// The zero of Unix is what clocks show that were never set.
  private func isPlausible(_ microseconds: Int64) -> Bool {
    guard CivilTime.isPossible(microseconds: microseconds), microseconds / 1_000_000 != 0 else { return false }
    return latest.map { microseconds <= $0 } ?? true
  }
}
