// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem

/// SIGINT, SIGTERM and SIGHUP, noted while something runs that must end in good order.
enum Signals {
  /// The first of each is noted while `body` runs; a second one ends the process at once.
  static func watching<T, E: Error>(stopsToo: Bool = false, _ body: () throws(E) -> T) throws(E) -> T {
    agony_signals_watch(stopsToo ? 1 : 0)
    defer { agony_signals_forget() }
    return try body()
  }

  static var noted: Int32? {
    let signal = agony_signal_noted()
    return signal == 0 ? nil : signal
  }

  static func clear() { agony_signal_clear() }

  /// What a command that was stopped by the noted signal exits with.
  static var exitCode: ExitCode { ExitCode(signal: noted ?? 2) }
}
