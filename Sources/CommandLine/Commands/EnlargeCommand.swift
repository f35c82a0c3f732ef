// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// `agony enlarge`
enum EnlargeCommand {
  static let size = OptionSpec.value("size", "SIZE", "how large the file is to be afterwards, for all albums together")

  static let spec = CommandSpec(
    name: "enlarge",
    summary: "make the vault larger",
    discussion: """
      Every album in the vault gets the same share of the new room. Needs no password. The size is rounded up to one \
      of a fixed series, the same for every vault. A vault is never made smaller.
      """,
    options: [size],
    examples: [("agony enlarge --size 400G", "a vault of four rooms then holds albums of 100 GiB")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    guard let wanted = try invocation.byteCount(size) else {
      throw .usage("how large is the vault to be afterwards? Say it with '--size', for example --size 400G")
    }
    return try Opening(invocation: invocation, console: console).withVault(mode: .readWrite) {
      (vault) throws(Failure) in
      let before = vault.geometry
      if wanted > before.fileByteCount {
        try Signals.watching { () throws(Failure) in
          try console.withProgress("enlarging") { (display) throws(Failure) in
            do throws(VaultError) {
              _ = try vault.enlarge(toHold: wanted) { done, total in
                display.update(bytes: done, ofBytes: total)
                return Signals.noted == nil
              }
            } catch {
              let failure = Failure(error)
              guard error == .cancelled || error == .diskFull else { throw failure }
              throw Failure(
                failure.code,
                failure.sentence
                  + "; every album is as it was. The file may be longer now: the next 'agony enlarge' uses that")
            }
          }
        }
      } else if !vault.publicBlockIsWhole {
        // The enlargement asked for was cut off after its first copy was published.
        do throws(VaultError) { try vault.mendPublicBlock() } catch { throw Failure(error) }
      }
      announce(vault.geometry, wasLargeEnough: vault.geometry == before, console)
      return .done
    }
  }

  private static func announce(_ geometry: VaultGeometry, wasLargeEnough: Bool, _ console: Console) {
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field("vault_bytes", geometry.fileByteCount)
          writer.field("rooms", geometry.rooms)
          writer.field("album_bytes", geometry.roomByteCount)
        }
      }
    }
    let size = ByteSize.describe(geometry.fileByteCount)
    console.report(
      (wasLargeEnough ? "The vault has \(size) already" : "The vault now has \(size)")
        + "; each album holds \(ByteSize.describe(geometry.roomByteCount)).")
  }
}
