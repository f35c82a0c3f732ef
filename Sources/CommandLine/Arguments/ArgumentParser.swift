// Agony
// SPDX-License-Identifier: Apache-2.0

/// Turns arguments, as bytes, into an invocation of a command.
///
/// Global options may stand anywhere, a command's own options after its name; `--` ends options. Nothing is
/// abbreviated, nothing may be given twice.
struct ArgumentParser {
  let commands: [CommandSpec]

  private struct State {
    var path: [CommandSpec] = []
    var operands: [[UInt8]] = []
    var values: [String: [UInt8]] = [:]
    var flags: Set<String> = []
    var optionsEnded = false

    var options: [OptionSpec] { (path.last?.options ?? []) + GlobalOptions.all }
  }

  /// Without a command (`agony`, `agony --help`) the path of the invocation is empty.
  func parse(_ arguments: [[UInt8]]) throws(Failure) -> Invocation {
    var state = State()
    do throws(Failure) {
      return try parse(arguments, &state)
    } catch {
      var failure = error
      failure.command = (["agony"] + state.path.map(\.name)).joined(separator: " ")
      throw failure
    }
  }

  private func parse(_ arguments: [[UInt8]], _ state: inout State) throws(Failure) -> Invocation {
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if state.optionsEnded || argument.first != UInt8(ascii: "-") || argument.count == 1 {
        try takeOperand(argument, &state)
      } else if argument == [UInt8]("--".utf8) {
        state.optionsEnded = true
      } else {
        try takeOption(argument, &state, arguments, &index)
      }
    }
    let invocation = Invocation(
      path: state.path, operands: state.operands, values: state.values, flags: state.flags)
    if !invocation.isSet(GlobalOptions.help), !invocation.isSet(GlobalOptions.version) { try checkCount(invocation) }
    return invocation
  }

  private func takeOperand(_ argument: [UInt8], _ state: inout State) throws(Failure) {
    let choices = state.path.last?.subcommands ?? commands
    guard state.path.isEmpty || !choices.isEmpty else {
      state.operands.append(argument)
      return
    }
    let word = String(decoding: argument, as: UTF8.self)
    guard let command = choices.first(where: { $0.name == word }) else {
      let parent = state.path.last.map { "'\($0.name)' has no command" } ?? "there is no command"
      throw .usage("\(parent) '\(DisplayText.show(argument))'" + meant(word, choices.map(\.name)))
    }
    state.path.append(command)
  }

  private func takeOption(
    _ argument: [UInt8], _ state: inout State, _ arguments: [[UInt8]], _ index: inout Int
  ) throws(Failure) {
    let equals = argument.firstIndex(of: UInt8(ascii: "="))
    let word = String(decoding: argument[..<(equals ?? argument.endIndex)], as: UTF8.self)
    guard let option = find(word, in: state.options) else {
      let known = state.options.map { "--" + $0.name }
      throw .usage("unknown option '\(DisplayText.show(word))'" + meant(word, known))
    }
    let name = "--" + option.name
    guard !state.flags.contains(option.name), state.values[option.name] == nil else {
      throw .usage("'\(name)' was given twice")
    }
    guard let value = option.value else {
      guard equals == nil else { throw .usage("'\(name)' takes no value") }
      state.flags.insert(option.name)
      return
    }
    if let equals {
      state.values[option.name] = [UInt8](argument[(equals + 1)...])
    } else {
      // `--size --rooms 4` lacks a size; a value that looks like an option goes behind an equals sign.
      guard index < arguments.count, find(String(decoding: arguments[index], as: UTF8.self), in: state.options) == nil
      else { throw .usage("'\(name)' needs a value: \(name) \(value.placeholder)") }
      state.values[option.name] = arguments[index]
      index += 1
    }
    guard state.values[option.name]?.isEmpty == false else {
      throw .usage("'\(name)' needs a value: \(name) \(value.placeholder)")
    }
  }

  private func find(_ word: String, in options: [OptionSpec]) -> OptionSpec? {
    options.first { "--" + $0.name == word || ($0.short.map { "-\($0)" == word } ?? false) }
  }

  private func checkCount(_ invocation: Invocation) throws(Failure) {
    guard let command = invocation.path.last else { return }
    let words = invocation.commandWords
    guard command.subcommands.isEmpty else {
      throw .usage("'\(words)' needs one of: " + command.subcommands.map(\.name).joined(separator: ", "))
    }
    if invocation.operands.count < command.fewestOperands {
      let needed = command.operands.filter { $0.count == .one || $0.count == .oneOrMore }
      throw .usage("'\(words)' needs \(needed[invocation.operands.count].name)")
    }
    if invocation.operands.count > command.mostOperands {
      let extra = invocation.operands[command.mostOperands]
      throw .usage("'\(words)' does not know what to do with '\(DisplayText.show(extra))'")
    }
  }

  private func meant(_ word: String, _ known: [String]) -> String {
    Suggestion.nearest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
  }
}
