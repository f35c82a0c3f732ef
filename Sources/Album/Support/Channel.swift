// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization

/// Hands values from thread to thread in order, as many as are sent. Whoever sends minds how many wait.
final class Channel<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    /// Of `waiting`: how many were taken. Moved up now and then, not each time.
    var taken = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  func send(_ element: Element) {
    state.withLock { $0.waiting.append(element) }
    signal.signal()
  }

  /// Lets every receiver have what waits, and then nil.
  func close() {
    state.withLock { $0.isClosed = true }
    signal.signal()
  }

  /// Waits for a value. Nil once the channel is closed and empty.
  func receive() -> Element? {
    signal.wait()
    return take()
  }

  /// Waits for a value as long as that; nil if none came.
  func receive(within time: Duration) -> Element? {
    let (seconds, attoseconds) = time.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    guard signal.wait(timeout: .now() + .nanoseconds(max(0, nanoseconds))) == .success else { return nil }
    return take()
  }

  private func take() -> Element? {
    let element: Element? = state.withLock { state in
      guard state.taken < state.waiting.count else { return nil }
      let element = state.waiting[state.taken]
      state.taken += 1
      if state.taken == state.waiting.count || state.taken >= 64 {
        state.waiting.removeFirst(state.taken)
        state.taken = 0
      }
      return element
    }
    // Closed: the next receiver is to learn of it too.
    if element == nil { signal.signal() }
    return element
  }
}
