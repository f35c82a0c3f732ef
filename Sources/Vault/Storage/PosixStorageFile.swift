// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// A real file. Descriptors are close-on-exec and closed when the last user lets go.
package final class PosixStorageFile: StorageFile {
  private let descriptor: Int32
  /// The same file past the page cache, or -1 where the file system does not do that (tmpfs).
  private let directDescriptor: Int32

  /// Takes over both descriptors.
  package init(descriptor: Int32, directDescriptor: Int32) {
    self.descriptor = descriptor
    self.directDescriptor = directDescriptor
  }

  deinit {
    close(descriptor)
    if directDescriptor >= 0 { close(directDescriptor) }
  }

  /// Opens an existing regular file. Errors: `.notFound`, `.readOnly`, `.notAVault` for what is no regular file, `.inputOutput`.
  package static func open(_ path: FilePath, writable: Bool) throws(VaultError) -> PosixStorageFile {
    let descriptor = path.withCString { agony_open($0, writable ? 1 : 0, 0) }
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .notFound
      case EROFS, EACCES, EPERM, ETXTBSY: throw .readOnly
      case EISDIR, ENXIO: throw .notAVault
      default: throw .inputOutput(code: errno)
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAVault
    }
    return PosixStorageFile(
      descriptor: descriptor, directDescriptor: openDirect(path, like: status, writable: writable))
  }

  private static func openDirect(_ path: FilePath, like status: stat, writable: Bool) -> Int32 {
    let descriptor = path.withCString { agony_open($0, writable ? 1 : 0, 1) }
    guard descriptor >= 0 else { return -1 }
    var again = stat()
    guard fstat(descriptor, &again) == 0, again.st_dev == status.st_dev, again.st_ino == status.st_ino else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  /// Without waiting; `.busy` if another process holds the vault.
  package func lock(exclusive: Bool) throws(VaultError) {
    guard agony_lock(descriptor, exclusive ? 1 : 0) == 0 else {
      throw errno == EAGAIN || errno == EACCES ? .busy : .inputOutput(code: errno)
    }
  }

  /// Device and inode, to recognise the vault among files to import.
  package var identity: FileIdentity {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return FileIdentity(device: 0, inode: 0) }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  package var fileSystem: FileSystem { FileSystem(ofDescriptor: descriptor) }

  /// Bytes that may still be written on its file system.
  package var freeByteCount: Int64 { max(0, agony_free_byte_count(descriptor)) }

  package func name(_ path: FilePath) throws(VaultError) {
    guard path.withCString({ agony_name_file(descriptor, $0) }) == 0 else {
      throw errno == EEXIST ? .alreadyExists : .inputOutput(code: errno)
    }
  }

  package func byteCount() throws(VaultError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .inputOutput(code: errno) }
    return Int64(status.st_size)
  }

  private static let largeReadByteCount = 256 << 10

  package func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, direct: Bool) throws(VaultError) {
    var done = 0
    var descriptor = descriptor
    if canGoDirect(bytes.baseAddress, bytes.count, offset) {
      // A large read that the page cache does not hold goes past it too: with several threads at several places of one file the kernel's
      // read-ahead only doubles the work.
      let isLarge = bytes.count >= PosixStorageFile.largeReadByteCount
      if direct || (isLarge && agony_is_cached(self.descriptor, offset, bytes.count) == 0) {
        descriptor = directDescriptor
      }
    }
    while done < bytes.count {
      let got = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + Int64(done)))
      if got > 0 {
        done += got
      } else if got == 0 {
        throw .damaged(.cutShort)
      } else if errno == EINVAL, descriptor != self.descriptor {
        descriptor = self.descriptor  // a device with larger blocks than ours
      } else if errno != EINTR {
        throw .inputOutput(code: errno)
      }
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, direct: Bool) throws(VaultError) {
    var done = 0
    var descriptor = direct && canGoDirect(bytes.baseAddress, bytes.count, offset) ? directDescriptor : descriptor
    while done < bytes.count {
      let put = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + Int64(done)))
      if put > 0 {
        done += put
        // What is left of a short direct write may no longer be aligned.
        descriptor = self.descriptor
      } else if put == 0 {
        throw .inputOutput(code: EIO)
      } else if errno == EINVAL, descriptor != self.descriptor {
        descriptor = self.descriptor
      } else if errno != EINTR {
        throw errno == ENOSPC || errno == EDQUOT ? .diskFull : .inputOutput(code: errno)
      }
    }
  }

  package func synchronize() throws(VaultError) {
    guard fdatasync(descriptor) == 0 else {
      let code = errno
      // Linux calls pages clean that it could not write, and goes on showing them: a later session would build on a root that only the page
      // cache has. Dropped, they show what the disk holds; what the last commit made durable is there.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
      throw .inputOutput(code: code)
    }
  }

  package func touch() {
    _ = agony_touch(descriptor)
  }

  private func canGoDirect(_ address: UnsafeRawPointer?, _ count: Int, _ offset: Int64) -> Bool {
    directDescriptor >= 0 && count % 4096 == 0 && offset % 4096 == 0 && UInt(bitPattern: address) % 4096 == 0
  }
}

package struct FileIdentity: Sendable, Hashable {
  package let device: UInt64
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}
