// Agony
// SPDX-License-Identifier: Apache-2.0

/// A completion script for bash 4 and later; needs no bash-completion package.
enum BashCompletions {
  static func script(for commands: [CommandSpec]) -> String {
    let everyOption = options(of: commands)
    let withValue = everyOption.filter { $0.value != nil }
    var text = """
      # bash completion for agony; put it into a file that your shell reads: source <(agony completions bash)
      _agony() {
        local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= sub= skip= word i
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ -n $skip ]]; then skip=; continue; fi
          case $word in
            \(withValue.map { "--\($0.name)" }.joined(separator: "|"))) skip=1 ;;
            -*) ;;
            *) if [[ -z $command ]]; then command=$word; elif [[ -z $sub ]]; then sub=$word; fi ;;
          esac
        done
        COMPREPLY=()
        case $before in

      """
    for option in withValue {
      text += "    --\(option.name)) \(offer(option.value?.completion ?? .nothing)); return ;;\n"
    }
    text += "  esac\n  case $command in\n"
    text += "    '') _agony_words '\((names(commands) + flags([])).joined(separator: " "))' ;;\n"
    for command in commands where command.subcommands.isEmpty { text += branch(command, "    ", command.name) }
    for command in commands where !command.subcommands.isEmpty {
      text += "    \(command.name))\n      case $sub in\n"
      text += "        '') _agony_words '\((names(command.subcommands) + flags([])).joined(separator: " "))' ;;\n"
      for sub in command.subcommands { text += branch(sub, "        ", sub.name) }
      text += "      esac ;;\n"
    }
    text += """
        esac
      }
      _agony_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
      _agony_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
      _agony_folders() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); }
      complete -F _agony agony

      """
    return text
  }

  /// Options of all commands, each name once.
  static func options(of commands: [CommandSpec]) -> [OptionSpec] {
    var seen: Set<String> = []
    return (GlobalOptions.all + commands.flatMap { $0.options + $0.subcommands.flatMap(\.options) })
      .filter { seen.insert($0.name).inserted }
  }

  private static func names(_ commands: [CommandSpec]) -> [String] { commands.map(\.name) }
  private static func flags(_ options: [OptionSpec]) -> [String] {
    (options + GlobalOptions.all).map { "--" + $0.name }
  }

  private static func branch(_ command: CommandSpec, _ indent: String, _ pattern: String) -> String {
    let words = "_agony_words '\(flags(command.options).joined(separator: " "))'"
    let operand = command.operands.last.map { offer($0.completion) } ?? ":"
    return "\(indent)\(pattern)) if [[ $current == -* ]]; then \(words); else \(operand); fi ;;\n"
  }

  private static func offer(_ completion: OptionSpec.Completion) -> String {
    switch completion {
    case .nothing: ":"
    case .files: "_agony_files"
    case .folders: "_agony_folders"
    case .words(let words): "_agony_words '\(words.joined(separator: " "))'"
    }
  }
}
