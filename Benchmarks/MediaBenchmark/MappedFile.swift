// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Media

/// A file of the file system, read as an import reads its source.
struct MappedFile: MediaSource {
  let descriptor: Int32
  let byteCount: Int64

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    byteCount = Int64(lseek(descriptor, 0, SEEK_END))
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
  }

  func close() {
    _ = Glibc.close(descriptor)
  }
}
