// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Media

/// A file in memory.
struct BytesSource: MediaSource {
  let bytes: [UInt8]
  /// What it claims to be long; more than it has for a file that shrank.
  let byteCount: Int64

  init(_ bytes: [UInt8], claiming byteCount: Int? = nil) {
    self.bytes = bytes
    self.byteCount = Int64(byteCount ?? bytes.count)
  }

  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let start = min(Int(offset), bytes.count)
    let count = min(buffer.count, bytes.count - start)
    buffer.copyBytes(from: bytes[start..<start + count])
    return count
  }
}
