// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// Argon2id, RFC 9106, version 0x13, one lane, 32 bytes out.
package enum Argon2id {
  package static let saltByteCount = 16

  /// Takes `memoryKiB` of memory and about a second for each GiB and three passes. Throws `.outOfMemory` only.
  package static func derive(
    password: SecretBytes, salt: [UInt8], passes: Int, memoryKiB: Int
  ) throws(CryptoError) -> SecretBytes {
    Sodium.prepare()
    precondition(salt.count == saltByteCount)
    return try SecretBytes(count: 32) { (output) throws(CryptoError) in
      let result = password.withUnsafeBytes { password in
        password.bytes.withMemoryRebound(to: CChar.self, capacity: password.count) { text in
          crypto_pwhash(
            output.bytes, UInt64(output.count), text, UInt64(password.count), salt, UInt64(passes), memoryKiB * 1024,
            crypto_pwhash_ALG_ARGON2ID13)
        }
      }
      guard result == 0 else { throw .outOfMemory }
    }
  }
}
