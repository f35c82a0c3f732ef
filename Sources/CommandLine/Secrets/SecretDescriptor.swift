// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A descriptor that passwords are read from, one line each and not a byte beyond it: the next one finds its own.
struct SecretDescriptor {
  let number: Int32

  /// Refuses a number behind which nothing is open: the vault could get it a moment later.
  init(_ number: Int, option: OptionSpec) throws(Failure) {
    guard let number = Int32(exactly: number), fcntl(number, F_GETFD) >= 0 else {
      throw .usage("'--\(option.name) \(number)': no file descriptor \(number) is open")
    }
    self.number = number
  }

  /// The next line; nil at the end of the file. Only the newline is taken off; the last line may lack it.
  func readLine() throws(Failure) -> SecretLine? {
    var line = SecretLine()
    while true {
      guard let byte = try readByte() else { return line.isEmpty ? nil : try checked(line) }
      if byte == UInt8(ascii: "\n") { return try checked(line) }
      line.append(byte)
    }
  }

  private func readByte() throws(Failure) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let result = read(number, &byte, 1)
      if result == 1 { return byte }
      if result == 0 { return nil }
      if errno == EAGAIN {
        var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        _ = poll(&wanted, 1, -1)
      } else if errno != EINTR {
        throw .usage("file descriptor \(number) cannot be read: \(SystemError.text(errno))")
      }
    }
  }

  private func checked(_ line: SecretLine) throws(Failure) -> SecretLine {
    guard !line.holdsNUL else {
      throw .usage("what came over file descriptor \(number) holds a NUL byte and is no password")
    }
    return line
  }
}
