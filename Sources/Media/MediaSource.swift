// Agony
// SPDX-License-Identifier: Apache-2.0

/// The bytes of a file, opened by whoever asks for its analysis. Read on the thread that asks, while it waits.
package protocol MediaSource {
  var byteCount: Int64 { get }

  /// Copies bytes from `offset` on; fewer than there is room for only at the end.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
