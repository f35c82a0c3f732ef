// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension PageFileSystem {
  /// What an open page file can do. Version 1: no shared memory, no memory mapping.
  static func ioMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { file in
      guard let file else { return SQLITE_OK }
      let opened = UnsafeMutableRawPointer(file).assumingMemoryBound(to: agony_sqlite_file.self)
      if let owner = opened.pointee.owner { Unmanaged<PageFile>.fromOpaque(owner).release() }
      opened.pointee.owner = nil
      return SQLITE_OK
    }
    methods.xRead = { file, bytes, byteCount, offset in
      guard let owner = PageFileSystem.owner(of: file), let bytes else { return AGONY_SQLITE_IOERR_READ }
      return owner.read(at: offset, into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(byteCount)))
    }
    methods.xWrite = { file, bytes, byteCount, offset in
      guard let owner = PageFileSystem.owner(of: file), let bytes else { return AGONY_SQLITE_IOERR_WRITE }
      return owner.write(UnsafeRawBufferPointer(start: bytes, count: Int(byteCount)), at: offset)
    }
    methods.xTruncate = { file, byteCount in
      PageFileSystem.owner(of: file)?.truncate(to: byteCount) ?? AGONY_SQLITE_IOERR_TRUNCATE
    }
    methods.xSync = { file, _ in PageFileSystem.owner(of: file)?.sync() ?? AGONY_SQLITE_IOERR_FSYNC }
    methods.xFileSize = { file, byteCount in
      guard let owner = PageFileSystem.owner(of: file) else { return AGONY_SQLITE_IOERR_FSTAT }
      byteCount?.pointee = owner.byteCount
      return SQLITE_OK
    }
    // The vault's own lock keeps other processes out, and one connection is all there is.
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in Int32(PageFile.pageByteCount) }
    methods.xDeviceCharacteristics = { _ in PageFileSystem.characteristics }
    return methods
  }

  /// True of an overlay that a commit makes durable as a whole or not at all: a page is never torn, an append never
  /// leaves rubbish, no write overtakes another, and no write touches a neighbour. The file has no name to delete.
  private static let characteristics =
    SQLITE_IOCAP_ATOMIC4K | SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE
    | SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN

  private static func owner(of file: UnsafeMutablePointer<sqlite3_file>?) -> PageFile? {
    guard
      let file,
      let owner = UnsafeMutableRawPointer(file).assumingMemoryBound(to: agony_sqlite_file.self).pointee.owner
    else { return nil }
    return Unmanaged<PageFile>.fromOpaque(owner).takeUnretainedValue()
  }
}
