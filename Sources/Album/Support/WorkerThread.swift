// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A thread that runs one closure. Blocking is what it is for: it takes no place in Dispatch's pool.
final class WorkerThread {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Nil if the system gives no thread.
  init?(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body))
    let result = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    guard result == 0 else {
      argument.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits for the end. Once only.
  func join() {
    pthread_join(thread, nil)
  }
}
