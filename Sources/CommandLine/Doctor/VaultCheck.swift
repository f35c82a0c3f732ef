// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock
internal import Vault

/// The vault file as anyone can see it, and how long trying one password takes here.
struct VaultCheck {
  let file: Finding
  let keyDerivation: Finding

  init(_ path: [UInt8]) {
    var memoryKiB = CreateOptions(byteCount: 0).kdfMemoryKiB
    var passes = CreateOptions(byteCount: 0).kdfPasses
    do {
      let vault = try Vault.open(FilePath(bytes: path), mode: .readOnly)
      (memoryKiB, passes) = vault.kdf
      file =
        vault.publicBlockIsWhole
        ? Finding(
          name: "vault", level: .ok,
          text: "\(ByteSize.describe(vault.geometry.fileByteCount)), \(vault.geometry.rooms) rooms, public block sound")
        : Finding(name: "vault", level: .warn, text: "one copy of the public block is damaged; the other one serves")
    } catch .notFound {
      file = Finding(name: "vault", level: .ok, text: "there is none at this place yet")
    } catch .busy {
      file = Finding(name: "vault", level: .ok, text: "in use by another process")
    } catch {
      file = Finding(name: "vault", level: .bad, text: Failure(error).sentence)
    }
    keyDerivation = Self.measure(memoryKiB: memoryKiB, passes: passes)
  }

  private static func measure(memoryKiB: Int, passes: Int) -> Finding {
    let cost = "Argon2id with \(ByteSize.describe(Int64(memoryKiB) << 10)), \(passes) passes"
    do {
      let seconds = try KeyDerivationCost.measure(memoryKiB: memoryKiB, passes: passes).seconds
      let tenths = (seconds * 10).rounded() / 10
      return Finding(
        name: "key-derivation", level: seconds > 5 ? .warn : .ok,
        text: "trying one password takes \(tenths) s here (\(cost))" + (seconds > 5 ? ", which is slow" : ""))
    } catch {
      return Finding(
        name: "key-derivation", level: .bad, text: "there is not enough memory to try a password (\(cost))")
    }
  }
}
