// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock
internal import Vault

/// `agony forget`
enum ForgetCommand {
  static let yes = OptionSpec.flag("yes", short: "y", "do not ask whether this is meant")

  static let spec = CommandSpec(
    name: "forget",
    summary: "give up an album and all that is in it",
    discussion: """
      Everything in the album is gone for ever, with this password or any other. What is left is a free place for \
      a new album and its claim code, shown once. Copies of the vault made before still hold the album.
      """,
    options: [yes],
    examples: [("agony forget", "asks for the password, and whether this is meant")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let source = try SecretSource(GlobalOptions.passwordDescriptor, in: invocation)
    return try Opening(invocation: invocation, console: console).withVault(mode: .readWrite) {
      (vault) throws(Failure) in
      let password = try source.read("Password: ", option: GlobalOptions.passwordDescriptor)
      try Confirmation.require(
        "Everything in this album will be gone for ever. Go on?", unless: yes, in: invocation)
      do throws(UnlockError) {
        try Unlock.forget(vault, password) { code in
          if console.isJSON {
            console.json { $0.object { $0.field("claim_codes", strings: [code]) } }
          } else {
            console.note("The claim code of the place that becomes free, shown this once:")
            console.answer(code)
            console.output.flush()
          }
        }
      } catch {
        throw Failure(error)
      }
      console.note("The album is gone, and the code is good.")
      return .done
    }
  }
}
