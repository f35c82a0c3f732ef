// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Synchronization

/// SQLite's file system for page files, registered under a name of its own and never as the default.
///
/// It opens one kind of file: the main database behind a token of `PageFileRegistry`. Whatever else SQLite asks for
/// (journal, write-ahead log, statement journal, temporary table, sorter) is refused, so that no text of an album
/// can reach a file.
enum PageFileSystem {
  static let name = "agony"

  private static let refusals = Atomic<Int>(0)

  /// Opens refused since the process began. Zero unless a setting failed to keep something in memory.
  static var refusedOpenCount: Int { refusals.load(ordering: .relaxed) }

  /// SQLITE_OK once the file system is there. The first call sets up the library.
  static let registration: Int32 = {
    let code = agony_sqlite_configure()
    guard code == SQLITE_OK else { return code }
    // Both live as long as the process: SQLite keeps the pointers.
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: ioMethods())
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: sqlite3_vfs())
    system.pointee.iVersion = 2
    system.pointee.szOsFile = Int32(MemoryLayout<agony_sqlite_file>.size)
    system.pointee.mxPathname = 64
    system.pointee.zName = UnsafePointer(copy(name))
    system.pointee.pAppData = UnsafeMutableRawPointer(methods)
    addFiles(to: system)
    addEnvironment(to: system)
    return sqlite3_vfs_register(system, 0)
  }()

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (i, byte) in bytes.enumerated() { (copy + i).initialize(to: byte) }
    return copy
  }

  private static func addFiles(to system: UnsafeMutablePointer<sqlite3_vfs>) {
    system.pointee.xOpen = { system, name, file, flags, outFlags in
      guard let system, let file else { return SQLITE_CANTOPEN }
      file.pointee.pMethods = nil  // nothing to close unless the open succeeds
      guard
        flags & SQLITE_OPEN_MAIN_DB != 0, let name, let methods = system.pointee.pAppData,
        let opened = PageFileRegistry.claim(String(cString: name))
      else {
        PageFileSystem.refusals.add(1, ordering: .relaxed)
        return SQLITE_CANTOPEN
      }
      UnsafeMutableRawPointer(file).assumingMemoryBound(to: agony_sqlite_file.self).pointee.owner =
        Unmanaged.passRetained(opened).toOpaque()
      file.pointee.pMethods = UnsafePointer(methods.assumingMemoryBound(to: sqlite3_io_methods.self))
      outFlags?.pointee = flags
      return SQLITE_OK
    }
    system.pointee.xDelete = { _, _, _ in AGONY_SQLITE_IOERR_DELETE_NOENT }
    system.pointee.xAccess = { _, _, _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    system.pointee.xFullPathname = { _, name, capacity, path in
      guard let name, let path else { return SQLITE_CANTOPEN }
      let bytes = UnsafeBufferPointer(start: name, count: Int(capacity))
      guard let end = bytes.firstIndex(of: 0) else { return SQLITE_CANTOPEN }
      path.update(from: name, count: end + 1)
      return SQLITE_OK
    }
  }

  private static func addEnvironment(to system: UnsafeMutablePointer<sqlite3_vfs>) {
    system.pointee.xRandomness = { _, byteCount, bytes in
      guard let bytes else { return 0 }
      var random = SystemRandomNumberGenerator()
      for i in 0..<Int(byteCount) { bytes[i] = CChar(truncatingIfNeeded: random.next()) }
      return byteCount
    }
    system.pointee.xSleep = { _, _ in 0 }
    // No clock: a time that SQLite might note would be one more record of use. 1970-01-01, as a Julian day.
    system.pointee.xCurrentTime = { _, day in
      day?.pointee = 2_440_587.5
      return SQLITE_OK
    }
    system.pointee.xCurrentTimeInt64 = { _, milliseconds in
      milliseconds?.pointee = 210_866_760_000_000
      return SQLITE_OK
    }
    system.pointee.xGetLastError = { _, _, _ in 0 }
  }
}
