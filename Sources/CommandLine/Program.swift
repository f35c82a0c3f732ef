// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// The whole program behind the command line.
package enum Program {
  /// Runs the command that the process was started with and returns its exit code.
  package static func run() -> Int32 {
    let isHardened = agony_process_harden() == 0
    let console = Console.standard()
    guard isHardened else {
      console.complain("agony: the system does not let this process keep its memory out of core dumps")
      return ExitCode.refused.rawValue
    }
    // Arguments are bytes: a path need not be UTF-8.
    let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
    return run(arguments, console).rawValue
  }

  /// `arguments`: without the program's name.
  static func run(_ arguments: [[UInt8]], _ console: Console) -> ExitCode {
    let code = answer(arguments, console)
    console.output.flush()
    console.errors.flush()
    switch console.output.failure {
    case 0: return code
    case EPIPE: return code == .done ? .brokenPipe : code
    case let failure:
      console.complain("agony: the output cannot be written: \(SystemError.text(failure))")
      return code == .done ? .partly : code
    }
  }

  private static func answer(_ arguments: [[UInt8]], _ console: Console) -> ExitCode {
    var words = "agony"
    do {
      let invocation = try ArgumentParser(commands: CommandTable.all).parse(arguments)
      words = invocation.commandWords
      console.isJSON = invocation.isSet(GlobalOptions.json)
      console.isQuiet = invocation.isSet(GlobalOptions.quiet)
      let help = HelpText(commands: CommandTable.all)
      if invocation.isSet(GlobalOptions.help) {
        console.answer(help.help(for: invocation.path))
        return .done
      }
      if invocation.isSet(GlobalOptions.version) { return VersionCommand.run(invocation, console) }
      guard let command = invocation.path.last else {
        console.complain(help.overview())
        return .usage
      }
      return try command.run(invocation, console)
    } catch {
      console.complain("agony: " + error.sentence)
      if error.code == .usage { console.note("'\(error.command ?? words) --help' explains what can be said here.") }
      return error.code
    }
  }
}
