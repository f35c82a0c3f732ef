// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An open folder. Names are looked up from it, so that whoever swaps a folder above for a link leads nowhere.
///
/// Closed with the last reference: a file that waits to be removed keeps its folder open.
final class FolderHandle: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor != AT_FDCWD { close(descriptor) }
  }

  /// Where names given by a person are looked up.
  static let working = FolderHandle(AT_FDCWD)

  /// Opens `name` in this folder; nil and `errno` if it is no folder that can be read.
  func open(_ name: [UInt8], followsLink: Bool) -> FolderHandle? {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = withCString(name) { openat(self.descriptor, $0, flags) }
    return descriptor >= 0 ? FolderHandle(descriptor) : nil
  }

  /// Opens a regular file for reading, never waiting for a FIFO or a device; nil and `errno` on failure.
  func openFile(_ name: [UInt8], followsLink: Bool) -> FileHandle? {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = withCString(name) { openat(self.descriptor, $0, flags) }
    return descriptor >= 0 ? FileHandle(owning: descriptor) : nil
  }

  /// Nil and `errno` on failure.
  func status(of name: [UInt8], followsLink: Bool) -> stat? {
    var status = stat()
    let result = withCString(name) { fstatat(descriptor, $0, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) }
    return result == 0 ? status : nil
  }

  /// Nil and `errno` on failure.
  func names() -> FolderNames? {
    FolderNames(readingFolder: descriptor)
  }

  /// 0, or errno.
  func unlink(_ name: [UInt8]) -> Int32 {
    withCString(name) { unlinkat(descriptor, $0, 0) } == 0 ? 0 : errno
  }
}
