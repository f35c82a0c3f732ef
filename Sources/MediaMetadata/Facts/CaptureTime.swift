// Agony
// SPDX-License-Identifier: Apache-2.0

/// When a picture was taken.
package struct CaptureTime: Sendable, Equatable {
  /// Microseconds since 1970-01-01T00:00:00 of the wall clock at the place; of UTC if `isUTC`.
  package var microseconds: Int64
  /// Minutes east of UTC; nil if unknown.
  package var utcOffset: Int?
  /// The wall clock is not known, only the moment. `utcOffset` is nil then.
  package var isUTC: Bool
  /// Only the day is known; the time of day is 0.
  package var isDayOnly: Bool
  package var source: CaptureSource

  /// Days since 1970-01-01.
  var day: Int64 { (microseconds - (microseconds < 0 ? 86_399_999_999 : 0)) / 86_400_000_000 }

  package init(
    microseconds: Int64, utcOffset: Int? = nil, isUTC: Bool = false, isDayOnly: Bool = false, source: CaptureSource
  ) {
    self.microseconds = microseconds
    self.utcOffset = utcOffset
    self.isUTC = isUTC
    self.isDayOnly = isDayOnly
    self.source = source
  }
}
