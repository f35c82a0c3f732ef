// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// A file that gets its name only when it is whole. Without `keep` nothing of it stays.
final class NewFile {
  let storage: PosixStorageFile
  private let path: FilePath
  /// Its name until it is kept, where the file system cannot make a file without one.
  private var temporary: FilePath?

  /// `.alreadyExists` if something of that name is there, `.notFound` if its folder is not.
  init(at path: FilePath) throws(VaultError) {
    self.path = path
    guard path.withCString({ access($0, F_OK) }) != 0 else { throw .alreadyExists }
    let descriptor = path.folder.withCString { agony_open_unnamed($0) }
    if descriptor >= 0 {
      storage = PosixStorageFile(descriptor: descriptor, directDescriptor: NewFile.reopenDirect(descriptor))
      return
    }
    switch errno {
    case ENOENT, ENOTDIR: throw .notFound
    case EROFS, EACCES, EPERM: throw .readOnly
    case ENOSPC, EDQUOT: throw .diskFull
    default: break
    }
    let name = FilePath(bytes: path.bytes + Array(".part-\(getpid())".utf8))
    let named = name.withCString { agony_create($0) }
    guard named >= 0 else { throw errno == ENOSPC ? .diskFull : .inputOutput(code: errno) }
    temporary = name
    storage = PosixStorageFile(descriptor: named, directDescriptor: NewFile.reopenDirect(named))
  }

  /// Names the file, and makes the name durable. `.alreadyExists` if someone was faster.
  func keep() throws(VaultError) {
    if let temporary {
      let result = temporary.withCString { from in path.withCString { agony_rename_exclusive(from, $0) } }
      guard result == 0 else { throw errno == EEXIST ? .alreadyExists : .inputOutput(code: errno) }
      self.temporary = nil
    } else {
      try storage.name(path)
    }
    let folder = path.folder.withCString { agony_open($0, 0, 0) }
    guard folder >= 0 else { throw .inputOutput(code: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .inputOutput(code: errno) }
  }

  deinit {
    if let temporary { _ = temporary.withCString { unlink($0) } }
  }

  private static func reopenDirect(_ descriptor: Int32) -> Int32 {
    agony_open("/proc/self/fd/\(descriptor)", 1, 1)
  }
}
