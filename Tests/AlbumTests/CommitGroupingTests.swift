// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Album

@Suite("When finished files are committed")
struct CommitGroupingTests {
  private let start = ContinuousClock.now

  @Test("At once when nothing else is under way")
  func idle() {
    var grouping = CommitGrouping()
    #expect(!grouping.isDue(at: start, isIdle: true))
    grouping.add(byteCount: 1, at: start)
    #expect(grouping.isDue(at: start, isIdle: true))
    #expect(!grouping.isDue(at: start, isIdle: false))
  }

  @Test("One second after the first of them at the latest")
  func age() {
    var grouping = CommitGrouping()
    grouping.add(byteCount: 1, at: start)
    grouping.add(byteCount: 1, at: start + .milliseconds(900))
    #expect(!grouping.isDue(at: start + .milliseconds(999), isIdle: false))
    #expect(grouping.isDue(at: start + .seconds(1), isIdle: false))
    #expect(grouping.timeLeft(at: start + .milliseconds(400)) == .milliseconds(600))
    #expect(grouping.timeLeft(at: start + .seconds(9)) == .zero)
  }

  @Test("With 64 MiB of them at the latest, or 256 however small")
  func size() {
    var grouping = CommitGrouping()
    grouping.add(byteCount: (64 << 20) - 1, at: start)
    #expect(!grouping.isDue(at: start, isIdle: false))
    grouping.add(byteCount: 1, at: start)
    #expect(grouping.isDue(at: start, isIdle: false))
    grouping.reset()
    #expect(grouping.timeLeft(at: start) == nil)
    for _ in 0..<255 { grouping.add(byteCount: 1, at: start) }
    #expect(!grouping.isDue(at: start, isIdle: false))
    grouping.add(byteCount: 1, at: start)
    #expect(grouping.isDue(at: start, isIdle: false))
  }
}
