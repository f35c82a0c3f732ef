// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLineInterface

@Suite("Arguments")
struct ArgumentParserTests {
  private let parser = ArgumentParser(commands: CommandTable.all)

  private func parse(_ words: String...) throws -> Invocation { try parser.parse(words.map { [UInt8]($0.utf8) }) }

  private func refusal(_ words: String...) -> String? {
    do {
      _ = try parser.parse(words.map { [UInt8]($0.utf8) })
      return nil
    } catch {
      return error.code == .usage ? error.sentence : nil
    }
  }

  @Test("Options stand before, between and behind operands, with a blank or an equals sign")
  func optionsAnywhere() throws {
    let call = try parse("--vault", "v", "import", "--move", "a", "--collection=Summer 2024", "b", "--json")
    #expect(call.path.map(\.name) == ["import"])
    #expect(call.operands == [[UInt8]("a".utf8), [UInt8]("b".utf8)])
    #expect(call.isSet(ImportCommand.move))
    #expect(call.isSet(GlobalOptions.json))
    #expect(!call.isSet(GlobalOptions.quiet))
    #expect(try call.text(ImportCommand.collection) == "Summer 2024")
    #expect(call.bytes(GlobalOptions.vault) == [UInt8]("v".utf8))
  }

  @Test("Two dashes end options, and one dash alone is an operand")
  func dashes() throws {
    let call = try parse("import", "-", "--", "--move", "--")
    #expect(call.operands == ["-", "--move", "--"].map { [UInt8]($0.utf8) })
    #expect(!call.isSet(ImportCommand.move))
  }

  @Test("A path that is not UTF-8 arrives byte for byte")
  func bytePaths() throws {
    let path: [UInt8] = [0x2f, 0xff, 0xfe, 0x80]
    let call = try parser.parse([[UInt8]("import".utf8), path, [UInt8]("--vault=".utf8) + path])
    #expect(call.operands == [path])
    #expect(call.bytes(GlobalOptions.vault) == path)
  }

  @Test(
    "What cannot be understood is said in one sentence, with what may have been meant",
    arguments: [
      (["imprt", "a"], "there is no command 'imprt'; did you mean 'import'?"),
      (["import", "--mvoe", "a"], "unknown option '--mvoe'; did you mean '--move'?"),
      (["import", "--dry", "a"], "unknown option '--dry'; did you mean '--dry-run'?"),
      (["list", "--xyzzy"], "unknown option '--xyzzy'"),
      (["list", "-z"], "unknown option '-z'"),
      (["create", "--size"], "'--size' needs a value: --size SIZE"),
      (["create", "--size", "--rooms", "4"], "'--size' needs a value: --size SIZE"),
      (["create", "--size="], "'--size' needs a value: --size SIZE"),
      (["create", "--size", "1G", "--size", "2G"], "'--size' was given twice"),
      (["list", "--json", "--json"], "'--json' was given twice"),
      (["list", "--json=yes"], "'--json' takes no value"),
      (["import"], "'agony import' needs PATH"),
      (["collection", "rename", "a"], "'agony collection rename' needs NEW"),
      (["collection", "remvoe", "a"], "'collection' has no command 'remvoe'; did you mean 'remove'?"),
      (["passwd", "secret"], "'agony passwd' does not know what to do with 'secret'"),
    ])
  func refusals(words: [String], sentence: String) {
    #expect(throws: Failure.self) { try parser.parse(words.map { [UInt8]($0.utf8) }) }
    do {
      _ = try parser.parse(words.map { [UInt8]($0.utf8) })
    } catch {
      #expect(error.code == .usage)
      #expect(error.sentence == sentence)
    }
  }

  @Test("A value that looks like an option goes behind an equals sign")
  func dashedValue() throws {
    #expect(try parse("list", "--vault=--json").bytes(GlobalOptions.vault) == [UInt8]("--json".utf8))
    #expect(refusal("list", "--vault", "--json") != nil)
  }

  @Test("Help is given whatever else is missing")
  func helpFirst() throws {
    #expect(try parse("import", "--help").isSet(GlobalOptions.help))
    #expect(try parse("collection", "-h").isSet(GlobalOptions.help))
    #expect(try parse().path.isEmpty)
  }

  @Test(
    "Ids are decimal numbers, each taken once", arguments: ["x", "-1", "0", "1.5", "9223372036854775808", "+1", ""])
  func ids(wrong: String) throws {
    #expect(try parse("trash", "7", "9223372036854775807", "7").ids() == [7, 9_223_372_036_854_775_807])
    #expect(throws: Failure.self) { try parse("trash", "--", wrong).ids() }
  }

  @Test("Numbers out of range are refused", arguments: ["0", "9", "four", "-1", "4 "])
  func numbers(wrong: String) throws {
    #expect(try parse("create", "--rooms=4").integer(CreateCommand.rooms, in: 1...8) == 4)
    #expect(throws: Failure.self) {
      try parse("create", "--rooms=" + wrong).integer(CreateCommand.rooms, in: 1...8)
    }
  }

  @Test("Every command and option has a help that fits a terminal")
  func helps() {
    func check(_ path: [CommandSpec]) {
      let text = HelpText(commands: CommandTable.all).help(for: path)
      for line in text.split(separator: "\n") { #expect(line.count <= 90, "\(line)") }
      #expect(text.allSatisfy { $0.isASCII })
      for option in path.last?.options ?? [] { #expect(!option.help.isEmpty && option.help.last != ".") }
      for sub in path.last?.subcommands ?? [] { check(path + [sub]) }
    }
    check([])
    for command in CommandTable.all { check([command]) }
  }

  @Test("No option of a command has the name of one that every command has")
  func noClashes() {
    let global = Set(GlobalOptions.all.map(\.name))
    for command in CommandTable.all {
      #expect(global.isDisjoint(with: command.options.map(\.name)), "\(command.name)")
      #expect(Set(command.options.map(\.name)).count == command.options.count)
    }
  }

  @Test(
    "Near words are suggested, far ones are not",
    arguments: [
      ("lst", "list"), ("exprt", "export"), ("colection", "collection"), ("veriyf", "verify"), ("comp", "completions"),
      ("photograph", nil), ("q", nil),
    ])
  func suggestions(word: String, meant: String?) {
    #expect(Suggestion.nearest(to: word, in: CommandTable.all.map(\.name)) == meant)
  }
}
