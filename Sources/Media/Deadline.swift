// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A moment after which nobody waits any more.
struct Deadline {
  private let instant: ContinuousClock.Instant

  init(milliseconds: Int) {
    instant = .now + .milliseconds(milliseconds)
  }

  private var millisecondsLeft: Int32 {
    let left = ContinuousClock.now.duration(to: instant)
    return Int32(clamping: left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000)
  }

  /// Waits until `socket` has bytes or its other end is closed. False when the time is up.
  func waitToRead(_ socket: Int32) -> Bool {
    wait(socket, Int16(POLLIN))
  }

  /// Waits until `socket` takes bytes or its other end is closed. False when the time is up.
  func waitToWrite(_ socket: Int32) -> Bool {
    wait(socket, Int16(POLLOUT))
  }

  private func wait(_ socket: Int32, _ events: Int16) -> Bool {
    while true {
      var entry = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&entry, 1, max(0, millisecondsLeft))
      if count > 0 { return true }
      guard count < 0, errno == EINTR else { return false }
    }
  }
}
