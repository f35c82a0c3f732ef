// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Where a secret is put together while it is typed or read: locked memory, wiped when let go.
///
/// Takes a few bytes more than a password may have, so that one that is too long is seen to be.
package final class SecretInput {
  private let memory = SecretBytesBuilder(count: PasswordText.maximumByteCount + 4)
  package private(set) var count = 0

  package init() {}

  /// Bytes past the end of the memory are counted out: the password is too long already.
  package func append(_ byte: UInt8) {
    guard count < memory.bytes.count else { return }
    memory.bytes[count] = byte
    count += 1
  }

  package func removeLast() {
    guard count > 0 else { return }
    count -= 1
    memory.bytes[count] = 0
  }

  package func removeAll() {
    SecretBytes.wipe(memory.bytes)
    count = 0
  }

  package func withUnsafeBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
    try body(UnsafeRawBufferPointer(rebasing: memory.bytes[0..<count]))
  }

  package func password() throws(Password.Refusal) -> Password {
    try withUnsafeBytes { (bytes) throws(Password.Refusal) in try Password(bytes) }
  }
}
