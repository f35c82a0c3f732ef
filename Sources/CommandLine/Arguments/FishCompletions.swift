// Agony
// SPDX-License-Identifier: Apache-2.0

/// Completions for fish.
enum FishCompletions {
  static func script(for commands: [CommandSpec]) -> String {
    var lines = [
      "# fish completion for agony: agony completions fish > ~/.config/fish/completions/agony.fish",
      "complete -c agony -f",
    ]
    for option in GlobalOptions.all { lines.append("complete -c agony " + argument(option)) }
    for command in commands {
      lines.append("complete -c agony -n __fish_use_subcommand -a \(command.name) -d \(quote(command.summary))")
      let seen = "__fish_seen_subcommand_from \(command.name)"
      lines += details(of: command, condition: seen)
      for sub in command.subcommands {
        let others = command.subcommands.map(\.name).joined(separator: " ")
        let missing = quote("\(seen); and not __fish_seen_subcommand_from \(others)")
        lines.append("complete -c agony -n \(missing) -a \(sub.name) -d \(quote(sub.summary))")
        lines += details(of: sub, condition: "\(seen); and __fish_seen_subcommand_from \(sub.name)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func details(of command: CommandSpec, condition: String) -> [String] {
    let start = "complete -c agony -n \(quote(condition)) "
    var lines = command.options.map { start + argument($0) }
    for operand in command.operands {
      switch operand.completion {
      case .nothing: break
      case .files: lines.append(start + "-F")
      case .folders: lines.append(start + "-a '(__fish_complete_directories)'")
      case .words(let words): lines.append(start + "-a \(quote(words.joined(separator: " ")))")
      }
    }
    return lines
  }

  private static func argument(_ option: OptionSpec) -> String {
    var text = "-l \(option.name)"
    if let short = option.short { text += " -s \(short)" }
    if let value = option.value {
      switch value.completion {
      case .nothing: text += " -x"
      case .files: text += " -r -F"
      case .folders: text += " -x -a '(__fish_complete_directories)'"
      case .words(let words): text += " -x -a \(quote(words.joined(separator: " ")))"
      }
    }
    return text + " -d \(quote(option.help))"
  }

  private static func quote(_ text: String) -> String {
    "'" + String(text.flatMap { "'\\".contains($0) ? ["\\", $0] : [$0] }) + "'"
  }
}
