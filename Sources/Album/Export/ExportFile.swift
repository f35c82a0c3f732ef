// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A file on its way: whole and durable before it gets its name, gone if it never does.
final class ExportFile {
  private static let flushByteCount: Int64 = 32 << 20

  private let folder: ExportFolder
  private let descriptor: Int32
  /// The same file for writing past the page cache, where nobody needs what is exported; -1 where the file system cannot.
  private var directDescriptor: Int32
  private var temporaryName: [UInt8]?
  private var byteCount: Int64 = 0
  private var flushed: Int64 = 0
  private let flushing = DispatchGroup()
  private let flushFailure = FlushFailure()

  /// The system tells of lost pages once for a descriptor, so what a flush learns is kept for the end.
  private final class FlushFailure: Sendable {
    let code = Mutex<Int32>(0)
  }

  /// Owns `descriptor`.
  init(_ folder: ExportFolder, descriptor: Int32, temporaryName: [UInt8]?) {
    self.folder = folder
    self.descriptor = descriptor
    self.temporaryName = temporaryName
    directDescriptor = withCString(Array("/proc/self/fd/\(descriptor)".utf8)) { agony_open($0, 1, 1) }
  }

  deinit {
    flushing.wait()
    if let temporaryName { _ = withCString(temporaryName) { unlinkat(folder.descriptor, $0, 0) } }
    if directDescriptor >= 0 { close(directDescriptor) }
    close(descriptor)
  }

  /// Appends. Fast for blocks as `ObjectStream` hands them on, right for any.
  func write(_ bytes: UnsafeRawBufferPointer) throws(ExportFailure) {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let isAligned = (Int(bitPattern: start) | Int(byteCount) | (bytes.count - done)) % ObjectStream.alignment == 0
      let direct = isAligned && directDescriptor >= 0
      let count = pwrite(direct ? directDescriptor : descriptor, start + done, bytes.count - done, off_t(byteCount))
      if count < 0 {
        if errno == EINTR { continue }
        guard direct, errno == EINVAL else { throw .system(errno) }
        close(directDescriptor)
        directDescriptor = -1
        continue
      }
      done += count
      byteCount += Int64(count)
    }
    if directDescriptor < 0, byteCount - flushed >= ExportFile.flushByteCount { flushBehind() }
  }

  /// The disk works while the next bytes are opened, instead of all at the end.
  private func flushBehind() {
    flushed = byteCount
    guard flushing.wait(timeout: .now()) == .success else { return }
    let (descriptor, failure) = (descriptor, flushFailure)
    DispatchQueue.global().async(group: flushing) {
      guard fdatasync(descriptor) != 0 else { return }
      let code = errno
      failure.code.withLock { $0 = code }
    }
  }

  /// Sets the modification time, nanoseconds since 1970 UTC, and makes the file durable.
  func complete(modified: Int64) throws(ExportFailure) {
    flushing.wait()
    let flushCode = flushFailure.code.withLock { $0 }
    guard flushCode == 0 else { throw .system(flushCode) }
    let (seconds, nanoseconds) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time =
      nanoseconds < 0
      ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(nanoseconds) + 1_000_000_000)
      : timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
    let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)  // UTIME_OMIT
    // A file system that cannot hold the time holds the nearest it can; it is no reason to lose the file.
    _ = [unchanged, time].withUnsafeBufferPointer { futimens(descriptor, $0.baseAddress) }
    guard fsync(descriptor) == 0 else { throw .system(errno) }  // its time too
  }

  /// Gives the file its name, or the first of `name (2)` … that nobody has. Never replaces a file. Returns the name.
  func publish(as name: [UInt8], item: Int64) throws(ExportFailure) -> [UInt8] {
    do throws(ExportFailure) {
      return try publish(ExportName(name, item: item, limits: .system), name)
    } catch .system(let code) where [EINVAL, EILSEQ, ENAMETOOLONG].contains(code) {
      return try publish(ExportName(name, item: item, limits: .portable), name)
    }
  }

  private func publish(_ name: ExportName, _ original: [UInt8]) throws(ExportFailure) -> [UInt8] {
    var number = folder.firstNumber(for: original)
    while true {
      let candidate = name.bytes(number: number)
      let code = link(candidate)
      if code == 0 {
        if number > 1 { folder.taken(original, number: number) }
        return candidate
      }
      guard code == EEXIST else { throw .system(code) }
      number += 1
    }
  }

  /// 0, or errno: EEXIST if the name is taken.
  private func link(_ name: [UInt8]) -> Int32 {
    guard let temporaryName else {
      return withCString(folder.path(of: name)) { agony_name_file(descriptor, $0) } == 0 ? 0 : errno
    }
    let code = withCString(temporaryName) { from in
      withCString(name) { linkat(folder.descriptor, from, folder.descriptor, $0, 0) } == 0 ? 0 : errno
    }
    switch code {
    case 0: return 0  // `deinit` takes the hidden name away
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return replacePlaceholder(name, temporaryName)
    default: return code
    }
  }

  /// For file systems without hard links: an empty file takes the name, if nobody has it, and is replaced.
  private func replacePlaceholder(_ name: [UInt8], _ temporaryName: [UInt8]) -> Int32 {
    let placeholder = withCString(name) {
      openat(folder.descriptor, $0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard placeholder >= 0 else { return errno }
    close(placeholder)
    let result = withCString(temporaryName) { from in
      withCString(name) { renameat(folder.descriptor, from, folder.descriptor, $0) }
    }
    guard result == 0 else {
      let code = errno
      _ = withCString(name) { unlinkat(folder.descriptor, $0, 0) }
      return code
    }
    self.temporaryName = nil
    return 0
  }
}
