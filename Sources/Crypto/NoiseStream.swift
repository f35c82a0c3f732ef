// Agony
// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// An endless ChaCha20 keystream under a random key that nobody keeps: what fills a vault.
///
/// Used by one thread at a time. By OpenSSL: about 4 GB/s a core where libsodium makes 2.
package final class NoiseStream {
  // Set once, never changed; OpenSSL only reads it.
  private nonisolated(unsafe) static let algorithm = EVP_CIPHER_fetch(nil, "ChaCha20", nil)
  private let context: OpaquePointer
  private let key: SecretBytes
  private var block: UInt64 = 0

  package convenience init() {
    self.init(key: SecretBytes.random(count: 32))
  }

  /// With a key of one's own the stream repeats: for tests, and for nothing else.
  package init(key: SecretBytes) {
    guard let context = EVP_CIPHER_CTX_new() else { preconditionFailure("out of memory for a cipher") }
    self.context = context
    self.key = key
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  /// Overwrites `bytes` with noise; each call draws from a stretch of the stream of its own.
  package func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    guard bytes.count > 0 else { return }
    precondition(bytes.count <= Int32.max)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    // OpenSSL's 16 bytes are a 64-bit block counter, from zero, and a 64-bit nonce: one nonce a call.
    let done = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { iv in
      iv.storeBytes(of: 0, as: UInt64.self)
      iv.storeBytes(of: block.littleEndian, toByteOffset: 8, as: UInt64.self)
      var length: Int32 = 0
      return key.withUnsafeBytes { key in
        EVP_EncryptInit_ex2(context, NoiseStream.algorithm, key.bytes, iv.bytes, nil) == 1
          && EVP_EncryptUpdate(context, bytes.bytes, &length, bytes.bytes, Int32(bytes.count))
            == 1
      }
    }
    precondition(done, "a stream cipher cannot fail on memory it was given")
    block += 1
  }
}
