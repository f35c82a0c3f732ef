// Agony
// SPDX-License-Identifier: Apache-2.0

/// `agony completions`
enum CompletionsCommand {
  static let shells = ["bash", "zsh", "fish"]

  static let spec = CommandSpec(
    name: "completions",
    summary: "print completions for bash, zsh or fish",
    operands: [OperandSpec("SHELL", .one, completion: .words(shells))],
    examples: [
      ("source <(agony completions bash)", "for this shell; write it into ~/.bashrc for every shell"),
      ("agony completions fish > ~/.config/fish/completions/agony.fish", "for fish"),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let word = String(decoding: invocation.operands[0], as: UTF8.self)
    switch word {
    case "bash": console.answer(BashCompletions.script(for: CommandTable.all))
    case "zsh": console.answer(ZshCompletions.script(for: CommandTable.all))
    case "fish": console.answer(FishCompletions.script(for: CommandTable.all))
    default: throw .usage("completions are for bash, zsh and fish, not '\(DisplayText.show(word))'")
    }
    return .done
  }
}
