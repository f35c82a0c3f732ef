// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc
internal import Synchronization

/// The folder that an export writes into. Used by several threads.
final class ExportFolder: Sendable {
  let descriptor: Int32
  /// False once the file system has refused a file without a name.
  private let takesUnnamed: Mutex<Bool>
  /// Names that were taken, and the number to try next.
  private let numbers = Mutex<[[UInt8]: Int]>([:])

  /// Makes the folder, and those above, if they are not there. Throws errno as `.destination`.
  init(_ path: [UInt8], takesUnnamed: Bool = true) throws(AlbumError) {
    self.takesUnnamed = Mutex(takesUnnamed)
    guard !path.isEmpty, !path.contains(0) else { throw .destination(code: ENOENT) }
    for end in path.indices where path[end] == 0x2F && end > 0 {
      _ = withCString(Array(path[..<end])) { mkdir($0, 0o700) }
    }
    _ = withCString(path) { mkdir($0, 0o700) }  // if it cannot be made, opening says why
    descriptor = withCString(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .destination(code: errno) }
  }

  deinit { close(descriptor) }

  /// A file without its name yet: without any where the file system can do that, so that not even a killed export leaves one; else
  /// under a hidden one.
  func makeFile() throws(ExportFailure) -> ExportFile {
    if takesUnnamed.withLock({ $0 }) {
      let file = withCString(path(of: [])) { agony_open_unnamed($0) }
      if file >= 0 { return ExportFile(self, descriptor: file, temporaryName: nil) }
      guard [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) else { throw .system(errno) }
      takesUnnamed.withLock { $0 = false }
    }
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let name = Array(".agony-export-\(random).partial".utf8)
    let file = withCString(name) { openat(descriptor, $0, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard file >= 0 else { throw .system(errno) }
    return ExportFile(self, descriptor: file, temporaryName: name)
  }

  /// A path that leads into this very folder, whatever happens to its name.
  func path(of name: [UInt8]) -> [UInt8] {
    Array("/proc/self/fd/\(descriptor)/".utf8) + name
  }

  /// The number at which to begin, so that the thousandth `image.jpg` does not try 999 names.
  func firstNumber(for name: [UInt8]) -> Int { numbers.withLock { $0[name] ?? 1 } }

  func taken(_ name: [UInt8], number: Int) {
    numbers.withLock { $0[name] = max($0[name] ?? 1, number + 1) }
  }
}
