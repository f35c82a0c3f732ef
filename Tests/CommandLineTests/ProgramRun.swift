// Agony
// SPDX-License-Identifier: Apache-2.0

@testable import CommandLineInterface

/// A run of the whole program within the test.
struct ProgramRun {
  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: String...) { self.init(bytes: arguments.map { [UInt8]($0.utf8) }) }

  /// `prefix` is left out of what was said.
  init(bytes arguments: [[UInt8]], hiding prefix: String? = nil) {
    let output = MemorySink()
    let errors = MemorySink()
    code = Program.run(arguments, Console(output: output, errors: errors))
    self.output = Self.without(prefix, output.text)
    self.errors = Self.without(prefix, errors.text)
  }

  private static func without(_ prefix: String?, _ text: String) -> String {
    guard let prefix else { return text }
    return text.split(separator: prefix, omittingEmptySubsequences: false).joined()
  }
}
