// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock

/// Where a password comes from. There are two ways only: never an argument, never the environment.
enum SecretSource {
  case descriptor(SecretDescriptor)
  /// The terminal this process belongs to, whatever its standard descriptors are.
  case terminal

  /// What `option` names, else the terminal.
  init(_ option: OptionSpec, in invocation: Invocation) throws(Failure) {
    if let number = try invocation.integer(option, in: 0...1_048_576) {
      self = .descriptor(try SecretDescriptor(number, option: option))
    } else {
      self = .terminal
    }
  }

  var isTerminal: Bool { if case .terminal = self { true } else { false } }

  /// A password that is to open something.
  func read(_ prompt: String, option: OptionSpec) throws(Failure) -> Password {
    let line: SecretLine
    switch self {
    // The end of the file is an empty password, which opens nothing.
    case .descriptor(let descriptor):
      if let read = try descriptor.readLine() { line = read } else { line = try SecretLine() }
    case .terminal: line = try Terminal.open(insteadOf: option).askSecret(prompt)
    }
    do {
      return try line.password()
    } catch {
      throw Failure(givenPassword: error)
    }
  }

  /// A new password; on a terminal asked for twice, and again if the two differ.
  func readNew(_ prompt: String, option: OptionSpec) throws(Failure) -> Password {
    switch self {
    case .descriptor(let descriptor):
      guard let line = try descriptor.readLine() else {
        throw .usage("no new password came over file descriptor \(descriptor.number)")
      }
      return try Self.checkedNew(line)
    case .terminal: return try Self.askNew(prompt, on: Terminal.open(insteadOf: option))
    }
  }

  static func askNew(_ prompt: String, on terminal: Terminal) throws(Failure) -> Password {
    for _ in 0..<3 {
      let first = try terminal.askSecret(prompt)
      if first.isEmpty {
        terminal.say("A password must not be empty.")
        continue
      }
      let password = try checkedNew(first)
      if first.equals(try terminal.askSecret("The same again: ")) { return password }
      terminal.say("The two were not the same. Once more.")
    }
    throw .usage("no new password was given")
  }

  static func checkedNew(_ line: SecretLine) throws(Failure) -> Password {
    do {
      return try line.password()
    } catch {
      throw Failure(newPassword: error)
    }
  }
}

extension SecretLine {
  func password() throws(PasswordError) -> Password {
    if isTooLong { throw .tooLong }
    return try withBytes { (bytes) throws(PasswordError) in try Password(utf8: bytes) }
  }
}
