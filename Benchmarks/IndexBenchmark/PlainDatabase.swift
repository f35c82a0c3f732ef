// Agony
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Index

/// SQLite as it comes, in a file, with a write-ahead log and full syncs.
final class PlainDatabase {
  private var handle: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init(path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw IndexError.sqlite(code: sqlite3_errcode(handle)) }
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -12288")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func run(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else {
      throw IndexError.sqlite(code: sqlite3_errcode(handle))
    }
  }

  /// Runs a statement kept since its first use; returns how many rows it gave.
  @discardableResult
  func run(_ sql: StaticString, _ values: [Value]) throws -> Int {
    let key = sql.description
    if statements[key] == nil {
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(handle, key, -1, &statement, nil) == SQLITE_OK else {
        throw IndexError.sqlite(code: sqlite3_errcode(handle))
      }
      statements[key] = statement
    }
    let statement = statements[key]
    defer { sqlite3_reset(statement) }
    for (i, value) in values.enumerated() {
      let index = Int32(i + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .text(let text): agony_sqlite_bind_text(statement, index, text, text.utf8.count)
      case .blob(let blob):
        blob.withUnsafeBytes { _ = agony_sqlite_bind_blob(statement, index, $0.baseAddress, $0.count) }
      }
    }
    var rowCount = 0
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        for column in 0..<sqlite3_column_count(statement) where sqlite3_column_type(statement, column) == SQLITE_BLOB {
          _ = [UInt8](
            UnsafeRawBufferPointer(
              start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column))))
        }
        rowCount += 1
      case SQLITE_DONE: return rowCount
      case let code: throw IndexError.sqlite(code: code)
      }
    }
  }
}
