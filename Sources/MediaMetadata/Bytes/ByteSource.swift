// Agony
// SPDX-License-Identifier: Apache-2.0

/// Random access to the bytes of a file whose length does not change.
package protocol ByteSource {
  var byteCount: Int { get }

  /// Copies bytes from `offset` on and returns how many: fewer than there is room for only at the end of the file, or if
  /// they cannot be had.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int
}
