// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// The terminal of this process, for questions and for passwords that are not shown while they are typed.
final class Terminal {
  private let descriptor: Int32

  /// Takes the descriptor over.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Nil without a controlling terminal.
  static func open() -> Terminal? {
    let descriptor = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return descriptor >= 0 ? Terminal(descriptor: descriptor) : nil
  }

  static func open(insteadOf option: OptionSpec) throws(Failure) -> Terminal {
    guard let terminal = open() else {
      throw .usage("there is no terminal to ask for a password on; use '--\(option.name) N'")
    }
    return terminal
  }

  func say(_ text: String) { write(text + "\n") }

  /// A line as typed, in locked memory.
  ///
  /// The terminal gets its echo back in every case, also when a signal ends or stops the process.
  func askSecret(_ prompt: String) throws(Failure) -> SecretLine {
    let line = try SecretLine()
    while true {
      write(prompt)
      let result = Signals.watching(stopsToo: true) { withoutEcho { readLine(into: line) } }
      write("\n")
      if let signal = Signals.noted {
        line.clear()
        tcflush(descriptor, TCIFLUSH)
        Signals.clear()
        guard signal == SIGTSTP else { throw Failure(ExitCode(signal: signal), "stopped") }
        kill(getpid(), SIGSTOP)
        continue
      }
      guard result else { throw .usage("nothing was typed") }
      guard !line.holdsNUL else { throw .usage("a password holds no NUL byte") }
      return line
    }
  }

  /// A line as typed, shown, without spaces around it; nil at the end of input.
  func ask(_ prompt: String) throws(Failure) -> String? {
    write(prompt)
    let line = try SecretLine()
    guard readLine(into: line) else { return nil }
    let text = line.withBytes { String(decoding: $0, as: UTF8.self) }
    let trimmed = text.drop { $0 == " " || $0 == "\t" }
    return String(trimmed.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }

  /// Whether the answer is yes; nothing and anything else is no.
  func confirm(_ question: String) throws(Failure) -> Bool {
    let answer = try ask(question + " [y/N] ")?.lowercased()
    return answer == "y" || answer == "yes"
  }

  private func withoutEcho<T>(_ body: () -> T) -> T {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return body() }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    silent.c_lflag |= tcflag_t(ICANON | ISIG)
    silent.c_iflag |= tcflag_t(ICRNL)
    tcsetattr(descriptor, TCSADRAIN, &silent)
    defer { tcsetattr(descriptor, TCSADRAIN, &before) }
    return body()
  }

  /// False at the end of input, and when a signal was noted.
  private func readLine(into line: SecretLine) -> Bool {
    while true {
      var result = 0
      let appended = line.append { place in
        result = agony_read_watched(descriptor, place, 1)
        return result == 1
      }
      guard appended else {
        if result < 0, errno == EINTR, Signals.noted == nil { continue }
        return result == 0 && !line.isEmpty
      }
      if line.takeNewline() { return true }
    }
  }

  private func write(_ text: String) {
    var bytes = [UInt8](text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}
