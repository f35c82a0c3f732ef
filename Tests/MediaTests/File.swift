// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Media

/// Files of the file system, for tests.
enum File {
  static func bytes(_ path: String) -> [UInt8]? {
    guard let source = FileSource(path) else { return nil }
    defer { source.close() }
    return [UInt8](unsafeUninitializedCapacity: Int(source.byteCount)) { buffer, count in
      count = max(0, pread(source.descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }
}

/// A file that is read while it is analysed.
struct FileSource: MediaSource {
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
    Glibc.close(descriptor)
  }
}
