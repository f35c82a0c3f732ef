// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// Bytes in memory that is locked, kept out of core dumps, guarded on both sides, and wiped when let go.
///
/// Contents are written once, inside `init`, and never change afterwards.
package final class SecretBytes: Sendable {
  // Safe to share: the memory is written only inside init, before anyone else has the object.
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
  package let count: Int

  package init<E: Error>(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
    Sodium.prepare()
    guard let memory = sodium_malloc(max(count, 1)) else {
      // Nothing can be done without a page of memory, and half a key must never be used.
      preconditionFailure("out of memory for a key")
    }
    self.memory = memory
    self.count = count
    // If this throws, the object is whole already and `deinit` frees the memory.
    try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    sodium_mprotect_readonly(memory)
  }

  package convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count) { memory in memory.copyMemory(from: bytes) }
  }

  package static func random(count: Int) -> SecretBytes {
    SecretBytes(count: count) { Random.fill($0) }
  }

  package func withUnsafeBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
    try body(UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// A part of these bytes as a secret of its own.
  package subscript(range: Range<Int>) -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// In time that depends on the lengths only.
  package static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let left = a.baseAddress, let right = b.baseAddress else { return true }
    return sodium_memcmp(left, right, a.count) == 0
  }

  /// Overwrites memory that held a secret for a moment; the compiler cannot leave it out.
  package static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    sodium_memzero(start, bytes.count)
  }

  deinit { sodium_free(memory) }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
  package var description: String { "secret" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
