// Agony
// SPDX-License-Identifier: Apache-2.0

/// One thing `doctor` looked at.
struct Finding: Equatable {
  enum Level: String { case ok, warn, bad }

  /// A stable word for scripts.
  let name: String
  let level: Level
  /// For a person, without a full stop.
  let text: String
}
