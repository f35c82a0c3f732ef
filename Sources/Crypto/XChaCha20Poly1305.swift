// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// XChaCha20-Poly1305 with a detached tag, by libsodium; keys never leave locked memory.
package enum XChaCha20Poly1305 {
  package static let keyByteCount = 32
  package static let nonceByteCount = 24
  package static let tagByteCount = 16

  /// `ciphertext` as long as `plaintext` (they may be the same memory), `tag` 16 bytes, `nonce` 24.
  package static func seal(
    _ plaintext: UnsafeRawBufferPointer, key: SecretBytes, nonce: UnsafeRawBufferPointer, context: [UInt8],
    into ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
  ) {
    Sodium.prepare()
    precondition(
      key.count == keyByteCount && nonce.count == nonceByteCount && tag.count == tagByteCount
        && ciphertext.count == plaintext.count)
    var tagLength: UInt64 = 0
    key.withUnsafeBytes { key in
      _ = crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
        ciphertext.bytes, tag.bytes, &tagLength, plaintext.bytes, UInt64(plaintext.count),
        context, UInt64(context.count), nil, nonce.bytes, key.bytes)
    }
  }

  /// Throws `.notAuthentic` and leaves `plaintext` without meaning if key, nonce, context or a byte is wrong.
  package static func open(
    _ ciphertext: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, key: SecretBytes,
    nonce: UnsafeRawBufferPointer, context: [UInt8], into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    Sodium.prepare()
    precondition(
      key.count == keyByteCount && nonce.count == nonceByteCount && tag.count == tagByteCount
        && ciphertext.count == plaintext.count)
    let result = key.withUnsafeBytes { key in
      crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
        plaintext.bytes, nil, ciphertext.bytes, UInt64(ciphertext.count), tag.bytes,
        context, UInt64(context.count), nonce.bytes, key.bytes)
    }
    guard result == 0 else { throw .notAuthentic }
  }
}
