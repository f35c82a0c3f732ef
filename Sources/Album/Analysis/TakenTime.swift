// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata

/// When an item was taken, of all that tells it: the file itself, its name, and the file's own time where nothing else does.
struct TakenTime: Equatable {
  /// Microseconds of local wall time since 1970.
  let microseconds: Int64
  let source: TakenSource
  /// Minutes east of UTC.
  let utcOffset: Int64?

  /// A clock may be ahead by a day: of a place further east, or set wrong by a little. Beyond that it was never set.
  private static let tolerance: Int64 = 86_400_000_000

  /// `modified`: nanoseconds since 1970 UTC. `now`: microseconds since 1970 UTC; nothing later is believed.
  init(inFile: CaptureTime?, name: [UInt8], modified: Int64, now: Int64) {
    let isBelieved = { (microseconds: Int64) in microseconds <= now + TakenTime.tolerance }
    let inFile = inFile.flatMap { isBelieved($0.microseconds) ? $0 : nil }
    let named = FileNameDate.parse(name).flatMap { isBelieved($0.microseconds) ? $0 : nil }
    guard let time = CaptureTime.resolved(inFile: inFile, fileName: named) else {
      let local = LocalTime(nanosecondsSince1970: modified)
      self.init(microseconds: local.microseconds, source: .fileTime, utcOffset: local.utcOffset)
      return
    }
    let source = TakenSource(rawValue: time.source.rawValue + 1) ?? .fileTime
    if time.isUTC {
      // Nobody wrote down the wall clock: that of this machine is as good a guess as there is.
      let seconds = time.microseconds.flooredSeconds
      let local = LocalTime(
        secondsSince1970: seconds, nanoseconds: (time.microseconds - seconds * 1_000_000) * 1000)
      self.init(microseconds: local.microseconds, source: source, utcOffset: local.utcOffset)
    } else {
      self.init(microseconds: time.microseconds, source: source, utcOffset: time.utcOffset.map(Int64.init))
    }
  }

  private init(microseconds: Int64, source: TakenSource, utcOffset: Int64?) {
    self.microseconds = microseconds
    self.source = source
    self.utcOffset = utcOffset
  }
}

extension LocalTime {
  fileprivate init(nanosecondsSince1970 nanoseconds: Int64) {
    let (quotient, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isBefore = rest < 0
    self.init(secondsSince1970: isBefore ? quotient - 1 : quotient, nanoseconds: isBefore ? rest + 1_000_000_000 : rest)
  }
}

extension Int64 {
  /// Whole seconds in as many microseconds, rounded down.
  fileprivate var flooredSeconds: Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }
}
