// Agony
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Index

/// SQLite as it comes, in memory: what an index is compared with.
final class PlainDatabase {
  private var handle: OpaquePointer?

  init(schema: String) {
    // The library must be set up before its first use by anyone.
    precondition(agony_sqlite_configure() == SQLITE_OK)
    precondition(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    run(schema)
  }

  /// Opens the pages as one file image, as any other program would.
  convenience init(image pages: [[UInt8]]) {
    self.init(schema: "")
    let count = pages.count * 4096
    let image = sqlite3_malloc64(UInt64(count))
    var bytes = image?.assumingMemoryBound(to: UInt8.self)
    for page in pages {
      bytes?.update(from: page, count: page.count)
      bytes = bytes?.advanced(by: page.count)
    }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let start = image?.assumingMemoryBound(to: UInt8.self)
    precondition(sqlite3_deserialize(handle, "main", start, Int64(count), Int64(count), flags) == SQLITE_OK)
  }

  deinit { sqlite3_close_v2(handle) }

  @discardableResult
  func run(_ sql: String) -> Bool {
    sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
  }

  /// All rows of all columns, as text.
  func rows(_ sql: String) -> [[String?]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return [] }
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) }
        })
    }
    return rows
  }
}
