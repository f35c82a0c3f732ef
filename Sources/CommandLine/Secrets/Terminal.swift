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
    while true {
      var line = SecretLine()
      let isWhole = Signals.watching(stopsToo: true) {
        withoutEcho {
          write(prompt)  // echo is off already: some people type as soon as they are asked
          return readLine { line.append($0) }
        }
      }
      write("\n")
      if let signal = Signals.noted {
        tcflush(descriptor, TCIFLUSH)
        Signals.clear()
        guard signal == SIGTSTP else { throw Failure(ExitCode(signal: signal), "stopped") }
        kill(getpid(), SIGSTOP)
        continue
      }
      guard isWhole else { throw .usage("nothing was typed") }
      guard !line.holdsNUL else { throw .usage("a password holds no NUL byte") }
      return line
    }
  }

  /// A line as typed, shown, without blanks around it; nil at the end of input.
  func ask(_ prompt: String) -> String? {
    write(prompt)
    var bytes: [UInt8] = []
    guard readLine({ bytes.append($0) }) else { return nil }
    let isBlank = { (byte: UInt8) in
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
    let trimmed = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(decoding: [UInt8](trimmed), as: UTF8.self)
  }

  /// Whether the answer is yes; nothing and anything else is no.
  func confirm(_ question: String) -> Bool {
    let answer = ask(question + " [y/N] ")?.lowercased()
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

  /// Hands over a line byte by byte, without its newline. False at the end of input, and when a signal was noted.
  private func readLine(_ take: (UInt8) -> Void) -> Bool {
    var isEmpty = true
    while true {
      var byte: UInt8 = 0
      let result = agony_read_watched(descriptor, &byte, 1)
      if result < 0, errno == EINTR, Signals.noted == nil { continue }
      guard result == 1 else { return result == 0 && !isEmpty }
      if byte == UInt8(ascii: "\n") { return true }
      isEmpty = false
      take(byte)
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
