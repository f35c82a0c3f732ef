// Agony
// SPDX-License-Identifier: Apache-2.0

/// Decides when finished files are committed: together while more come, at once when nothing else is under way.
///
/// Pure: it is told what happens and when.
struct CommitGrouping: Sendable {
  static let maximumByteCount: Int64 = 64 << 20
  static let maximumAge: Duration = .seconds(1)
  /// Bounds the memory, and with `--move` the open folders, of a group of tiny files.
  static let maximumCount = 256

  private var byteCount: Int64 = 0
  private(set) var count = 0
  private var oldest: ContinuousClock.Instant?

  mutating func add(byteCount: Int64, at now: ContinuousClock.Instant) {
    self.byteCount += byteCount
    count += 1
    if oldest == nil { oldest = now }
  }

  func isDue(at now: ContinuousClock.Instant, isIdle: Bool) -> Bool {
    guard let oldest else { return false }
    return isIdle || byteCount >= CommitGrouping.maximumByteCount || count >= CommitGrouping.maximumCount
      || now - oldest >= CommitGrouping.maximumAge
  }

  /// How long nothing need be done; nil if nothing waits.
  func timeLeft(at now: ContinuousClock.Instant) -> Duration? {
    oldest.map { max(.zero, CommitGrouping.maximumAge - (now - $0)) }
  }

  mutating func reset() { self = CommitGrouping() }
}
