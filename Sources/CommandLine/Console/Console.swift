// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Everything a command says: answers and reports on standard output, all else on standard error.
final class Console {
  let output: any ByteSink
  let errors: any ByteSink
  let outputIsTerminal: Bool
  let errorsIsTerminal: Bool
  /// `--json`: reports are JSON, one object or array, and no sentence goes to standard output.
  var isJSON = false
  /// `--quiet`: no progress and no reports; answers, warnings and errors still come.
  var isQuiet = false

  private var progress: ProgressDisplay?

  init(output: any ByteSink, errors: any ByteSink, outputIsTerminal: Bool = false, errorsIsTerminal: Bool = false) {
    self.output = output
    self.errors = errors
    self.outputIsTerminal = outputIsTerminal
    self.errorsIsTerminal = errorsIsTerminal
  }

  static func standard() -> Console {
    Console(
      output: DescriptorSink(1), errors: DescriptorSink(2), outputIsTerminal: isatty(1) == 1,
      errorsIsTerminal: isatty(2) == 1)
  }

  /// What was asked for: printed with `--quiet` too.
  func answer(_ text: String) {
    progress?.clear()
    output.write([UInt8](text.utf8) + [UInt8(ascii: "\n")])
    if outputIsTerminal { output.flush() }
  }

  /// What was done, for a person: not with `--quiet`, not with `--json`.
  func report(_ text: String) {
    if !isQuiet && !isJSON { answer(text) }
  }

  /// A line of JSON, flushed, so that whoever reads it may act on it at once.
  func json(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    body(&writer)
    progress?.clear()
    output.write(writer.take() + [UInt8(ascii: "\n")])
    output.flush()
  }

  /// On standard error, unless `--quiet`.
  func note(_ text: String) {
    if !isQuiet { complain(text) }
  }

  func warn(_ text: String) { complain("agony: warning: " + text) }

  func complain(_ text: String) {
    progress?.clear()
    output.flush()
    errors.write([UInt8](text.utf8) + [UInt8(ascii: "\n")])
    errors.flush()
  }

  /// Nobody can read the output any more.
  var isBroken: Bool { output.failure != 0 }

  /// Shows progress on standard error while `body` runs.
  ///
  /// Nothing with `--quiet`, or where it would mix with JSON on one screen.
  func withProgress<T>(_ title: String, _ body: (ProgressDisplay) throws(Failure) -> T) throws(Failure) -> T {
    let mixes = isJSON && outputIsTerminal && errorsIsTerminal
    let display = ProgressDisplay(title: title, sink: errors, isTerminal: errorsIsTerminal, isShown: !isQuiet && !mixes)
    progress = display
    defer {
      display.clear()
      progress = nil
    }
    return try body(display)
  }

  /// Columns of the terminal behind standard output, 80 if there is none.
  var columns: Int { Self.columns(of: 1) }

  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
