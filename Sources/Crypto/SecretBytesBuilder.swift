// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// Locked memory that may be written piece by piece; wiped when let go.
package final class SecretBytesBuilder {
  package let bytes: UnsafeMutableRawBufferPointer

  package init(count: Int) {
    Sodium.prepare()
    guard let memory = sodium_malloc(max(count, 1)) else { preconditionFailure("out of memory for a secret") }
    // sodium_malloc places the block against the guard page behind it; ours are multiples of 4 bytes and so aligned for Int32.
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit { sodium_free(bytes.baseAddress) }
}
