// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import CommandLineInterface

@Suite("The program")
struct ProgramTests {
  @Test("Without a command it explains itself and says that it was not understood")
  func noCommand() {
    let run = ProgramRun()
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Usage: agony COMMAND"))
  }

  @Test("Help is an answer: on standard output, and done")
  func help() {
    #expect(ProgramRun("--help").code == .done)
    #expect(ProgramRun("import", "--help").output == ProgramRun("help", "import").output)
    #expect(ProgramRun("collection", "add", "--help").output.hasPrefix("agony collection add - "))
    #expect(ProgramRun("help", "imprt").code == .usage)
  }

  @Test("A usage error is one sentence and where to read on")
  func usage() {
    let run = ProgramRun("import", "--mvoe", "a")
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "agony: unknown option '--mvoe'; did you mean '--move'?\n'agony import --help' explains what can be said here.\n"
    )
  }

  @Test("The version is told, in JSON too")
  func version() {
    #expect(ProgramRun("--version").output.hasPrefix("agony \(Version.current)"))
    #expect(ProgramRun("version", "--json").output.hasPrefix("{\"version\":\"\(Version.current)\",\"format\":1,"))
  }

  @Test("Completions name every command and option", arguments: CompletionsCommand.shells)
  func completions(shell: String) {
    let run = ProgramRun("completions", shell)
    #expect(run.code == .done)
    for command in CommandTable.all {
      #expect(run.output.contains(command.name))
      for option in command.options { #expect(run.output.contains(option.name), "\(option.name)") }
    }
  }

  @Test("Completions for another shell are refused")
  func unknownShell() { #expect(ProgramRun("completions", "csh").code == .usage) }

  @Test("A vault that is not there is told from a wrong one, without asking for a password")
  func missingVault() {
    let run = ProgramRun("list", "--vault", "/nowhere/album.agony", "--password-fd", "0")
    #expect(run.code == .unusable)
    #expect(run.errors.contains("/nowhere/album.agony"))
  }

  @Test(
    "What contradicts itself is refused before anything is opened",
    arguments: [
      ["import", "--move", "--dry-run", "x"], ["export", "dest"], ["export", "--all", "--trash", "dest"],
      ["export", "--all", "7", "dest"], ["restore"], ["restore", "--all", "7"], ["delete"], ["enlarge"],
      ["enlarge", "--size", "big"], ["create", "f", "--vault", "g", "--size", "64M"], ["list", "--kind", "pictures"],
      ["list", "--since", "yesterday"], ["list", "--limit", "-1"], ["trash", "x"], ["create", "f", "--rooms", "3"],
      ["passwd", "--finish", "--new-password-fd", "0"], ["list", "--password-fd", "x"],
      ["list", "--password-fd", "987"],
    ])
  func contradictions(words: [String]) {
    let run = ProgramRun(bytes: (words + ["--vault=/nowhere/x"]).map { [UInt8]($0.utf8) })
    #expect(run.code == .usage, "\(run.errors)")
  }

  @Test("Output that nobody reads is told from output that cannot be written")
  func brokenOutput() {
    for (failure, code) in [(EPIPE, ExitCode.brokenPipe), (ENOSPC, ExitCode.partly)] {
      let output = MemorySink()
      output.failure = failure
      #expect(Program.run([[UInt8]("version".utf8)], Console(output: output, errors: MemorySink())) == code)
    }
  }

  @Test("The vault is named by option, environment or the data folder, in this order")
  func location() throws {
    let parser = ArgumentParser(commands: CommandTable.all)
    let bare = try parser.parse([[UInt8]("list".utf8)])
    let named = try parser.parse(["list", "--vault", "a"].map { [UInt8]($0.utf8) })
    func path(_ call: Invocation, _ environment: [String: String]) throws -> String {
      let location = try VaultLocation(call) { environment[$0].map { [UInt8]($0.utf8) } }
      return (location.isDefault ? "default " : "") + String(decoding: location.path, as: UTF8.self)
    }
    #expect(try path(named, ["AGONY_VAULT": "b"]) == "a")
    #expect(try path(bare, ["AGONY_VAULT": "b", "HOME": "/h"]) == "b")
    #expect(try path(bare, ["XDG_DATA_HOME": "/d", "HOME": "/h"]) == "default /d/agony/album.agony")
    #expect(try path(bare, ["XDG_DATA_HOME": "d", "HOME": "/h"]) == "default /h/.local/share/agony/album.agony")
    #expect(throws: Failure.self) { try path(bare, [:]) }
  }
}
