// Agony
// SPDX-License-Identifier: Apache-2.0

/// `agony help`
enum HelpCommand {
  static let spec = CommandSpec(
    name: "help", summary: "explain agony, or one command", operands: [OperandSpec("COMMAND", .any)], run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    // The parser finds the command, and says what may have been meant if there is none.
    let named = try ArgumentParser(commands: CommandTable.all).parse(invocation.operands + [[UInt8]("--help".utf8)])
    console.answer(HelpText(commands: CommandTable.all).help(for: named.path))
    return .done
  }
}
