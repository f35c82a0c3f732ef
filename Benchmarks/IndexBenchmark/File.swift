// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc

enum File {
  static func remove(_ path: String) { unlink(path) }

  /// Asks the system to forget what it keeps of the file in memory.
  static func dropFromCache(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fdatasync(descriptor)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    close(descriptor)
  }

  static func peakMemoryMiB() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }
}
