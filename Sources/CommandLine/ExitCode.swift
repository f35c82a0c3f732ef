// Agony
// SPDX-License-Identifier: Apache-2.0

/// What the process says to a script; docs/cli.md lists these and they don't change.
enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  /// Some of what was asked could not be done; the report says what.
  case partly = 1
  case usage = 2
  /// Wrong password, a password of no album, wrong claim code: one answer.
  case notOpened = 3
  /// Not a vault, damaged, or of a version this program does not know.
  case unusable = 4
  case noRoom = 5
  case busy = 6
  /// Refused so that nothing is lost or given away.
  case refused = 7
  case hungUp = 129
  case interrupted = 130
  case brokenPipe = 141
  case terminated = 143

  /// The code for a signal that was noted, `.interrupted` for any other.
  init(signal: Int32) {
    self = ExitCode(rawValue: 128 + signal) ?? .interrupted
  }

  var meaning: String {
    switch self {
    case .done: "done"
    case .partly: "done in part: something was skipped or failed"
    case .usage: "the command was not understood"
    case .notOpened: "no album opened: wrong password, unknown password or wrong claim code"
    case .unusable: "not a vault, damaged, or of an unsupported version"
    case .noRoom: "no room left"
    case .busy: "another process holds the vault"
    case .refused: "refused for safety"
    case .hungUp: "the terminal went away"
    case .interrupted: "stopped by Ctrl-C"
    case .brokenPipe: "nobody reads the output any more"
    case .terminated: "asked to terminate"
    }
  }
}
