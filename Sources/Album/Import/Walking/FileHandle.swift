// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An open file, closed with the last reference.
final class FileHandle: Sendable {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Nil and `errno` on failure.
  func status() -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Fills as much of `bytes` as the file holds from `offset` on; returns how much that is, or -1 with `errno`.
  func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, start + done, bytes.count - done, off_t(offset) + off_t(done))
      if count < 0 {
        if errno == EINTR { continue }
        return -1
      }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
