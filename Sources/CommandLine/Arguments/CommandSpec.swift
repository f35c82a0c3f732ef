// Agony
// SPDX-License-Identifier: Apache-2.0

/// One command, as data.
struct CommandSpec: Sendable {
  let name: String
  /// One line, no full stop.
  let summary: String
  var discussion = ""
  var operands: [OperandSpec] = []
  var options: [OptionSpec] = []
  var examples: [(command: String, what: String)] = []
  var subcommands: [CommandSpec] = []
  let run: @Sendable (Invocation, Console) throws(Failure) -> ExitCode

  var fewestOperands: Int { operands.count { $0.count == .one || $0.count == .oneOrMore } }
  var mostOperands: Int {
    operands.contains { $0.count == .oneOrMore || $0.count == .any } ? Int.max : operands.count
  }
}
