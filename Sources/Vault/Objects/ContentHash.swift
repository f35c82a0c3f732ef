// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// SHA-256 of a whole original: how the album recognises what it has already. Used by one thread at a time.
package final class ContentHash {
  private let hash = SHA256()

  package init() {}

  package func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

  /// 32 bytes; call it once.
  package func finish() -> [UInt8] { hash.finish() }
}
