// Agony
// SPDX-License-Identifier: Apache-2.0

/// The bytes of the file to decode.
package protocol MediaInput: AnyObject {
  var byteCount: Int { get }

  /// Copies bytes from `offset` on and returns how many: fewer than there is room for only at the end of the file, or if
  /// they cannot be had.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int

  /// The whole file in memory, for as long as the input lives; nil if it is too long for that.
  func whole() -> UnsafeRawBufferPointer?
}

extension MediaInput {
  /// Up to `count` bytes from `offset` on.
  package func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: min(count, byteCount - offset)) { buffer, filled in
      filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
