// Agony
// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// SHA-256 of a stream, by OpenSSL (four times as fast as libsodium's). Used by one thread at a time.
package final class SHA256 {
  package static let byteCount = 32
  // Set once, never changed; OpenSSL only reads it.
  private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

  private let context: OpaquePointer

  package init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex2(context, SHA256.algorithm, nil) == 1 else {
      preconditionFailure("out of memory for a hash")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  package func update(_ bytes: UnsafeRawBufferPointer) {
    let taken = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(taken == 1)
  }

  /// Ends the stream; call it once.
  package func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { output, count in
      var length: UInt32 = 0
      let ended = EVP_DigestFinal_ex(context, output.baseAddress, &length)
      precondition(ended == 1)
      count = Int(length)
    }
  }

  package static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }
}
