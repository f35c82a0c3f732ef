// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Vault

/// What the one costly step of a log-in takes on this machine.
package enum KeyDerivationCost {
  /// Runs the derivation once, on a password of nobody.
  package static func measure(memoryKiB: Int, passes: Int) throws(UnlockError) -> Duration {
    let password = SecretBytes.random(count: 16)
    let clock = ContinuousClock()
    let start = clock.now
    do {
      _ = try Argon2id.derive(
        password: password, salt: Random.bytes(count: Argon2id.saltByteCount), passes: passes, memoryKiB: memoryKiB)
    } catch {
      throw .vault(.outOfMemory)
    }
    return clock.now - start
  }

  /// Names and versions of the libraries that guard the keys, as loaded.
  package static var libraryVersions: [(name: String, version: String)] { LibraryVersions.all }
}
