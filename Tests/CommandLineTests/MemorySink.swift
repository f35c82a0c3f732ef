// Agony
// SPDX-License-Identifier: Apache-2.0

@testable import CommandLineInterface

/// Keeps what is written, for tests to look at.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  private(set) var flushCount = 0
  var failure: Int32 = 0

  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func flush() { flushCount += 1 }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A run of the whole program within the test.
struct ProgramRun {
  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: String...) { self.init(bytes: arguments.map { [UInt8]($0.utf8) }) }

  init(bytes arguments: [[UInt8]]) {
    let output = MemorySink()
    let errors = MemorySink()
    code = Program.run(arguments, Console(output: output, errors: errors))
    self.output = output.text
    self.errors = errors.text
  }
}
