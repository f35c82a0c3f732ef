// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock
internal import Vault

/// `agony passwd`
enum PasswdCommand {
  static let newDescriptor = OptionSpec.value(
    "new-password-fd", "N", "read the new password from file descriptor N, one line")
  static let finish = OptionSpec.flag(
    "finish", "finish a change that was interrupted, with the password that opens the album now")

  static let spec = CommandSpec(
    name: "passwd",
    summary: "change the password of an album",
    discussion: """
      Takes as long as opening the album, whatever its size. At every moment, also when the power fails, the old or \
      the new password opens the album. Whoever knows the old password and has an older copy of the vault can still \
      open that copy.
      """,
    options: [newDescriptor, finish],
    examples: [
      ("agony passwd", "asks for the password, and twice for the new one"),
      (
        "agony passwd --password-fd 3 --new-password-fd 3 3< lines.txt",
        "for scripts: the old password on the first line, the new one on the second"
      ),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let source = try SecretSource(GlobalOptions.passwordDescriptor, in: invocation)
    let newSource = try SecretSource(newDescriptor, in: invocation)
    let finishes = invocation.isSet(finish)
    if finishes, invocation.bytes(newDescriptor) != nil {
      throw .usage("'--finish' keeps the password just given, so '--new-password-fd' does not go with it")
    }
    if !finishes, !source.isTerminal, newSource.isTerminal, Terminal.open() == nil {
      throw .usage("there is no terminal to ask for the new password on; use '--new-password-fd N'")
    }
    return try Opening(invocation: invocation, console: console).withVault(mode: .readWrite) {
      (vault) throws(Failure) in
      let password = try source.read("Password: ", option: GlobalOptions.passwordDescriptor)
      do {
        if finishes {
          try Unlock.finishChange(vault, password)
        } else {
          // A person learns that the old one is wrong before thinking up a new one.
          if source.isTerminal { _ = try Unlock.open(vault, password) }
          let new = try newSource.readNew("New password: ", option: newDescriptor)
          try Unlock.changePassword(vault, from: password, to: new)
        }
      } catch let error as UnlockError {
        throw Failure(error)
      } catch let error as Failure {
        throw error
      } catch {
        throw Failure(.partly, "the password could not be changed")
      }
      if console.isJSON {
        console.json { $0.object { $0.field("changed", true) } }
      }
      console.report(finishes ? "Done: this password opens the album." : "Done: only the new password opens the album.")
      return .done
    }
  }
}
