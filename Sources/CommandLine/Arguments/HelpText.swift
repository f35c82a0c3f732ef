// Agony
// SPDX-License-Identifier: Apache-2.0

/// Help, made from the same data the parser uses.
struct HelpText {
  static let width = 79
  let commands: [CommandSpec]

  func overview() -> String {
    var text = """
      agony - a private photo album in which every password opens a different album

      Usage: agony COMMAND [OPTIONS]

      Commands:

      """
    text += table(commands.map { ($0.name, $0.summary) })
    text += "\nOptions of every command:\n" + table(GlobalOptions.all.map { ($0.usage, $0.help) })
    text += """

      To begin:
        agony create             make a vault; it asks what it needs to know
        agony import PHOTOS      bring a folder of photos and films into your album
        agony list               see what is there

      'agony COMMAND --help' explains a command. Which exit code means what:

      """
    text += table(ExitCode.allCases.filter { $0.rawValue < 128 }.map { (String($0.rawValue), $0.meaning) })
    return text
  }

  func help(for path: [CommandSpec]) -> String {
    guard let command = path.last else { return overview() }
    let words = (["agony"] + path.map(\.name)).joined(separator: " ")
    var text = "\(words) - \(command.summary)\n\n"
    if command.subcommands.isEmpty {
      let options = command.options.isEmpty ? "" : " [OPTIONS]"
      text += "Usage: " + ([words] + command.operands.map(\.usage)).joined(separator: " ") + options + "\n"
    } else {
      text += "Usage: \(words) COMMAND\n"
    }
    if !command.discussion.isEmpty { text += "\n" + TextWrap.wrap(command.discussion, columns: Self.width) + "\n" }
    if !command.subcommands.isEmpty {
      text += "\nCommands:\n"
      let rows = command.subcommands.map { (([$0.name] + $0.operands.map(\.usage)).joined(separator: " "), $0.summary) }
      text += table(rows)
    }
    if !command.options.isEmpty { text += "\nOptions:\n" + table(command.options.map { ($0.usage, $0.help) }) }
    text += "\nOptions of every command:\n" + table(GlobalOptions.all.map { ($0.usage, $0.help) })
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples {
        text += "  \(example.command)\n" + TextWrap.wrap(example.what, columns: Self.width, indent: 6) + "\n"
      }
    }
    return text
  }

  private func table(_ rows: [(left: String, right: String)]) -> String {
    let column = min(26, (rows.map { $0.left.count }.max() ?? 0) + 4)
    var text = ""
    for row in rows {
      let right = TextWrap.wrap(row.right, columns: Self.width, indent: column)
      let left = "  " + row.left
      if left.count + 2 > column {
        text += left + "\n" + right + "\n"
      } else {
        text += DisplayWidth.pad(left, to: column) + right.dropFirst(column) + "\n"
      }
    }
    return text
  }
}
