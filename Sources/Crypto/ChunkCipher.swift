// Agony
// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
internal import CSodium

/// XChaCha20-Poly1305 for the chunks of one part, whose nonces all begin with sixteen zero bytes.
///
/// HChaCha20 of the part key and those sixteen bytes is the same for every chunk, so it is computed once; what is left is
/// RFC 8439 ChaCha20-Poly1305 with the nonce `zero(4) ‖ u64(chunk)`, for which OpenSSL is 2.5 times as fast as libsodium.
/// Held to libsodium's output by vectors. Used by one thread at a time.
package final class ChunkCipher {
  package enum Direction: Sendable { case seal, open }

  // Set once, never changed; OpenSSL only reads it.
  private nonisolated(unsafe) static let algorithm = EVP_CIPHER_fetch(nil, "ChaCha20-Poly1305", nil)
  private static let lastChunk: UInt64 = 1 << 63

  private let context: OpaquePointer
  private let direction: Direction

  /// `key`: the 32-byte part key.
  package init(key: SecretBytes, direction: Direction) throws(CryptoError) {
    precondition(key.count == XChaCha20Poly1305.keyByteCount)
    guard let algorithm = ChunkCipher.algorithm, let context = EVP_CIPHER_CTX_new() else { throw .outOfMemory }
    let subkey = SecretBytes(count: 32) { output in
      let zero = [UInt8](repeating: 0, count: 16)
      key.withUnsafeBytes { key in
        _ = crypto_core_hchacha20(output.bytes, zero, key.bytes, nil)
      }
    }
    let started = subkey.withUnsafeBytes { subkey in
      EVP_CipherInit_ex2(context, algorithm, subkey.bytes, nil, direction == .seal ? 1 : 0, nil)
    }
    guard started == 1 else {
      EVP_CIPHER_CTX_free(context)
      throw .outOfMemory
    }
    self.context = context
    self.direction = direction
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// `sealed` is 16 bytes longer than `plaintext`.
  package func seal(
    chunk: Int64, isLast: Bool, _ plaintext: UnsafeRawBufferPointer, into sealed: UnsafeMutableRawBufferPointer
  ) {
    precondition(direction == .seal && sealed.count == plaintext.count + 16 && plaintext.count <= Int32.max)
    begin(chunk: chunk, isLast: isLast)
    var length: Int32 = 0
    let body = EVP_CipherUpdate(context, sealed.bytes, &length, plaintext.bytes, Int32(plaintext.count))
    let rest = EVP_CipherFinal_ex(context, sealed.bytes, &length)
    let tag = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, sealed.baseAddress.map { $0 + plaintext.count })
    precondition(body == 1 && rest == 1 && tag == 1, "the cipher cannot fail on memory it was given")
  }

  /// `plaintext` is 16 bytes shorter than `sealed`, and without meaning if this throws.
  package func open(
    chunk: Int64, isLast: Bool, _ sealed: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    precondition(direction == .open && sealed.count == plaintext.count + 16 && plaintext.count <= Int32.max)
    begin(chunk: chunk, isLast: isLast)
    let tag = UnsafeMutableRawPointer(mutating: sealed.baseAddress.map { $0 + plaintext.count })
    var length: Int32 = 0
    guard
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag) == 1,
      EVP_CipherUpdate(context, plaintext.bytes, &length, sealed.bytes, Int32(plaintext.count)) == 1,
      EVP_CipherFinal_ex(context, plaintext.bytes, &length) == 1
    else { throw .notAuthentic }
  }

  private func begin(chunk: Int64, isLast: Bool) {
    precondition(chunk >= 0)
    let number = (UInt64(chunk) | (isLast ? ChunkCipher.lastChunk : 0)).littleEndian
    withUnsafeTemporaryAllocation(byteCount: 12, alignment: 8) { nonce in
      nonce.storeBytes(of: 0, as: UInt32.self)
      nonce.storeBytes(of: number, toByteOffset: 4, as: UInt64.self)
      let ready = EVP_CipherInit_ex2(context, nil, nil, nonce.bytes, -1, nil)
      precondition(ready == 1, "a nonce of twelve bytes is always taken")
    }
  }
}
