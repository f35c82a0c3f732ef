// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A moment as the wall clock of this machine shows it.
struct LocalTime: Sendable, Equatable {
  /// Microseconds since 1970-01-01T00:00:00 of that wall clock.
  let microseconds: Int64
  /// Minutes east of UTC; nil if the machine cannot tell.
  let utcOffset: Int64?

  /// Out of range ends at the nearest that 64 bits hold.
  init(secondsSince1970 seconds: Int64, nanoseconds: Int64) {
    var time = time_t(seconds)
    var local = tm()
    let east = localtime_r(&time, &local) == nil ? nil : Int64(local.tm_gmtoff)
    let (shifted, overflow) = seconds.addingReportingOverflow(east ?? 0)
    let (scaled, overflow2) = shifted.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow3) = scaled.addingReportingOverflow(nanoseconds / 1000)
    if overflow || overflow2 || overflow3 {
      microseconds = seconds < 0 ? Int64.min : Int64.max
    } else {
      microseconds = sum
    }
    utcOffset = east.map { $0 / 60 }
  }
}
