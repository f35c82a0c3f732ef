// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// How every connection is set up. A setting that does not take is an error: most of them keep text in memory.
enum ConnectionSettings {
  struct Pragma {
    let set: StaticString
    let get: StaticString
    let value: Value
  }

  /// Opens through the page file system, and shuts what is not needed. The caller closes the handle.
  static func open(_ file: PageFile) throws(IndexError) -> OpaquePointer {
    guard PageFileSystem.registration == SQLITE_OK else { throw .unsuitableLibrary }
    let token = PageFileRegistry.register(file)
    defer { _ = PageFileRegistry.claim(token) }  // in case it was never asked for
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(token, &handle, flags | SQLITE_OPEN_PRIVATECACHE, PageFileSystem.name)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      if let failure = file.failure { throw .vault(failure) }
      throw .sqlite(code: code)
    }
    guard agony_sqlite_harden(handle) == SQLITE_OK, limit(handle) else {
      sqlite3_close_v2(handle)
      throw .unsuitableLibrary
    }
    return handle
  }

  static let pragmas: [Pragma] = [
    Pragma(set: "PRAGMA page_size = 4096", get: "PRAGMA page_size", value: 4096),
    Pragma(set: "PRAGMA locking_mode = EXCLUSIVE", get: "PRAGMA locking_mode", value: "exclusive"),
    // Our sync is the atomic commit; the journal serves ROLLBACK only.
    Pragma(set: "PRAGMA journal_mode = MEMORY", get: "PRAGMA journal_mode", value: "memory"),
    Pragma(set: "PRAGMA synchronous = FULL", get: "PRAGMA synchronous", value: 2),
    // Debian's SQLite puts temporary tables and sorters into files unless told otherwise.
    Pragma(set: "PRAGMA temp_store = MEMORY", get: "PRAGMA temp_store", value: 2),
    Pragma(set: "PRAGMA secure_delete = ON", get: "PRAGMA secure_delete", value: 1),
    // A spilled page would lie in the overlay, as much in memory as before, and have to be written back on ROLLBACK.
    Pragma(set: "PRAGMA cache_spill = OFF", get: "PRAGMA cache_spill", value: 0),
    // 12 MiB: the inner pages of 1,000,000 items, with room for what one commit changes.
    Pragma(set: "PRAGMA cache_size = -12288", get: "PRAGMA cache_size", value: -12288),
    Pragma(set: "PRAGMA auto_vacuum = NONE", get: "PRAGMA auto_vacuum", value: 0),
    Pragma(set: "PRAGMA trusted_schema = OFF", get: "PRAGMA trusted_schema", value: 0),
    Pragma(set: "PRAGMA cell_size_check = ON", get: "PRAGMA cell_size_check", value: 1),
    // The schema declares no foreign key.
    Pragma(set: "PRAGMA foreign_keys = OFF", get: "PRAGMA foreign_keys", value: 0),
    Pragma(set: "PRAGMA threads = 0", get: "PRAGMA threads", value: 0),
  ]

  private static let limits: [(id: Int32, value: Int32)] = [
    (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_LENGTH, 64 << 20),
    (SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (SQLITE_LIMIT_COLUMN, 100),
    (SQLITE_LIMIT_EXPR_DEPTH, 100),
    (SQLITE_LIMIT_COMPOUND_SELECT, 10),
    (SQLITE_LIMIT_VARIABLE_NUMBER, 1000),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// False if a limit or the refusal of ATTACH did not take.
  private static func limit(_ handle: OpaquePointer) -> Bool {
    for limit in limits {
      _ = sqlite3_limit(handle, limit.id, limit.value)
      guard sqlite3_limit(handle, limit.id, -1) == limit.value else { return false }
    }
    let code = sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK
      }, nil)
    return code == SQLITE_OK
  }
}
