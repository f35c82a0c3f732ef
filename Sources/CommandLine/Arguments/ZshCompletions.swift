// Agony
// SPDX-License-Identifier: Apache-2.0

/// A completion function for zsh's completion system.
enum ZshCompletions {
  static func script(for commands: [CommandSpec]) -> String {
    let groups = commands.filter { !$0.subcommands.isEmpty }
    let functions = groups.map { function("_agony_\($0.name)", $0.subcommands) }.joined(separator: "\n")
    return """
      #compdef agony
      # zsh completion for agony; save it as _agony in a folder of your $fpath, or: source <(agony completions zsh)
      \(function("_agony", commands))
      \(functions)
      if [[ $funcstack[1] == _agony ]]; then _agony "$@"; else compdef _agony agony; fi

      """
  }

  private static func function(_ name: String, _ commands: [CommandSpec]) -> String {
    var text = "\(name)() {\n  local state line\n  typeset -A opt_args\n  _arguments -C \\\n"
    for option in GlobalOptions.all { text += "    \(argument(option)) \\\n" }
    text += "    '1: :->command' '*:: :->rest'\n  case $state in\n    command)\n      local -a commands=(\n"
    for command in commands { text += "        \(quote(escape(command.name) + ":" + command.summary))\n" }
    text += "      )\n      _describe -t commands command commands ;;\n    rest)\n      case $words[1] in\n"
    for command in commands {
      guard command.subcommands.isEmpty else {
        text += "        \(command.name)) _agony_\(command.name) ;;\n"
        continue
      }
      text += "        \(command.name)) _arguments"
      for option in command.options + GlobalOptions.all { text += " \\\n          \(argument(option))" }
      for (index, operand) in command.operands.enumerated() {
        let place = operand.count == .one || operand.count == .optional ? "\(index + 1)" : "*"
        text += " \\\n          \(quote("\(place):\(escape(operand.name)):\(action(operand.completion))"))"
      }
      text += " ;;\n"
    }
    return text + "      esac ;;\n  esac\n}"
  }

  private static func argument(_ option: OptionSpec) -> String {
    let help = "[" + escape(option.help) + "]"
    guard let value = option.value else { return quote("--\(option.name)\(help)") }
    return quote("--\(option.name)=\(help):\(escape(value.placeholder)):\(action(value.completion))")
  }

  private static func action(_ completion: OptionSpec.Completion) -> String {
    switch completion {
    case .nothing: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    }
  }

  private static func escape(_ text: String) -> String {
    String(text.flatMap { "[]:\\".contains($0) ? ["\\", $0] : [$0] })
  }

  private static func quote(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
