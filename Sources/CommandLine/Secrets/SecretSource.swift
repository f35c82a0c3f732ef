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

  /// A password that is to open something; at the end of the file an empty one, which opens nothing.
  func read(_ prompt: String, option: OptionSpec) throws(Failure) -> Password {
    let line = try readLine(prompt, option: option)
    do { return try line.password() } catch { throw Failure(givenPassword: error) }
  }

  func readClaimCode(_ prompt: String, option: OptionSpec) throws(Failure) -> Password {
    let line = try readLine(prompt, option: option)
    do { return try line.claimCode() } catch { throw Failure(givenPassword: error) }
  }

  private func readLine(_ prompt: String, option: OptionSpec) throws(Failure) -> SecretLine {
    switch self {
    case .descriptor(let descriptor):
      if let line = try descriptor.readLine() { return line }
      return SecretLine()
    case .terminal: return try Terminal.open(insteadOf: option).askSecret(prompt)
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
      let line = try terminal.askSecret(prompt)
      if line.isEmpty {
        terminal.say("A password must not be empty.")
        continue
      }
      let password = try checkedNew(line)
      let again = try terminal.askSecret("The same again: ")
      if let repeated = try? again.password(), repeated.isSame(as: password) { return password }
      terminal.say("The two were not the same. Once more.")
    }
    throw .usage("no new password was given")
  }

  static func checkedNew(_ line: SecretLine) throws(Failure) -> Password {
    do { return try line.password() } catch { throw Failure(newPassword: error) }
  }
}
