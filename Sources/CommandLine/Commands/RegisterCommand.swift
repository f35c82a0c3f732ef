// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock
internal import Vault

/// `agony register`
enum RegisterCommand {
  static let claimDescriptor = OptionSpec.value(
    "claim-fd", "N", "read the claim code from file descriptor N, one line")

  static let spec = CommandSpec(
    name: "register",
    summary: "make a new album with a claim code",
    discussion: """
      A claim code was shown when the vault was made, or when an album was given up with 'agony forget'. It is used up \
      by this. Without a claim code no album can be added: no one can know which parts of the vault are free.
      """,
    options: [claimDescriptor],
    examples: [
      ("agony register", "asks for the claim code, and twice for the new password"),
      (
        "agony register --claim-fd 3 --password-fd 3 3< lines.txt",
        "for scripts: the claim code on the first line, the new password on the second"
      ),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let claimSource = try SecretSource(claimDescriptor, in: invocation)
    let passwordSource = try SecretSource(GlobalOptions.passwordDescriptor, in: invocation)
    return try Opening(invocation: invocation, console: console).withVault(mode: .readWrite) {
      (vault) throws(Failure) in
      let claim = try claimSource.readClaimCode("Claim code: ", option: claimDescriptor)
      let password = try passwordSource.readNew("New password: ", option: GlobalOptions.passwordDescriptor)
      do throws(UnlockError) {
        try Unlock.register(vault, claim: claim, password: password)
      } catch .notOpened {
        throw Failure(.notOpened, "this claim code makes no album here: it is wrong, or was used before")
      } catch {
        throw Failure(error)
      }
      if console.isJSON {
        console.json { $0.object { $0.field("registered", true) } }
      }
      console.report("The new album is ready. Its password is the only way in.")
      return .done
    }
  }
}
