// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock
internal import Vault

/// `agony create`
enum CreateCommand {
  static let size = OptionSpec.value(
    "size", "SIZE", "how large the file is to be, for all albums together: 64M, 20G, 1.5T")
  static let rooms = OptionSpec.value(
    "rooms", "N", completion: .words(["1", "2", "4", "8"]), "how many albums the vault can hold: 1, 2, 4 (default) or 8"
  )
  static let passwordsDescriptor = OptionSpec.value(
    "passwords-fd", "N", "read the passwords of the first albums from file descriptor N, one a line")
  static let claimCodes = OptionSpec.value(
    "claim-codes", "K", "make K codes, shown once; whoever has one can make an album later with 'agony register'")
  static let kdfMemory = OptionSpec.value(
    "kdf-memory", "SIZE", "memory that trying one password takes: 64M to 4G, default 256M")
  static let kdfPasses = OptionSpec.value("kdf-passes", "N", "passes over that memory: 3 (default) to 16")
  static let force = OptionSpec.flag(
    "force", "also on file systems that would betray or lose albums; it says which and why")

  static let spec = CommandSpec(
    name: "create",
    summary: "make a vault with one or more albums",
    discussion: """
      Makes one file of fixed size. It has room for N albums of equal size, and each password you give gets one of \
      them. The rest is noise, and nobody can tell the two apart. So the file takes N times what one album holds, \
      from the start.

      Whatever you do later, you can never prove that there is no further album in a vault with more than one room. \
      If you want to be able to prove that, use '--rooms 1'.

      Passwords cannot be added later, except with claim codes made now. There is no way back to an album whose \
      password is lost.

      Without '--size' on a terminal, it asks what it needs to know.
      """,
    operands: [OperandSpec("FILE", .optional, completion: .files)],
    options: [size, rooms, passwordsDescriptor, claimCodes, kdfMemory, kdfPasses, force],
    examples: [
      ("agony create", "asks everything and makes the vault in the default place"),
      ("agony create /mnt/disk/album.agony --size 200G", "four albums of 50 GiB each can live in it"),
      (
        "agony create a.agony --size 64M --passwords-fd 3 --claim-codes 1 --json 3< passwords.txt",
        "for scripts: prints the claim code in JSON"
      ),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let location = try location(invocation)
    let plan = try CreatePlan(invocation)
    let geometry: VaultGeometry
    do throws(VaultError) {
      geometry = try VaultGeometry.onLadder(atLeast: plan.options.byteCount, rooms: plan.options.rooms)
    } catch {
      throw Failure(error)
    }
    if location.isDefault { try Folders.makeParents(of: location.path) }
    let codes = try Signals.watching { () throws(Failure) in
      try console.withProgress("creating") { (display) throws(Failure) in
        do throws(UnlockError) {
          return try Unlock.create(
            at: FilePath(bytes: location.path), plan.options, passwords: plan.passwords
          ) { done, total in
            display.update(bytes: done, ofBytes: total)
            return Signals.noted == nil
          }
        } catch .vault(.notFound) {
          throw Failure(.refused, "the folder that the vault is to be in does not exist")
        } catch .vault(.readOnly) {
          throw Failure(.refused, "the folder that the vault is to be in cannot be written to")
        } catch {
          throw Failure(error)
        }
      }
    }
    announce(codes, location, geometry, console)
    return .done
  }

  private static func announce(
    _ codes: [String], _ location: VaultLocation, _ geometry: VaultGeometry, _ console: Console
  ) {
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field("vault", location.path)
          writer.field("vault_bytes", geometry.fileByteCount)
          writer.field("rooms", geometry.rooms)
          writer.field("album_bytes", geometry.roomByteCount)
          writer.field("claim_codes", strings: codes)
        }
      }
      return
    }
    console.note(
      "\(location.shown) is made: \(ByteSize.describe(geometry.fileByteCount)), each album holds "
        + "\(ByteSize.describe(geometry.roomByteCount)).")
    guard !codes.isEmpty else { return }
    console.note("Claim codes, shown this once. Each makes one album, with 'agony register':")
    for code in codes { console.answer(code) }
  }

  private static func location(_ invocation: Invocation) throws(Failure) -> VaultLocation {
    guard let path = invocation.operands.first else { return try VaultLocation(invocation) }
    guard invocation.bytes(GlobalOptions.vault) == nil else {
      throw .usage("the file is named twice, as FILE and with '--vault'")
    }
    guard !path.isEmpty else { throw .usage("the name of the file is empty") }
    return VaultLocation(path: path, isDefault: false)
  }
}
