// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The current row of a statement, lent to a closure. Columns count from 0.
///
/// A column of another type is converted as SQLite does: NULL reads as 0, "" and no bytes.
package struct Row: ~Copyable {
  private let statement: OpaquePointer

  init(of statement: OpaquePointer) {
    self.statement = statement
  }

  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, checked(column)) == SQLITE_NULL
  }

  package func int64(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement, checked(column))
  }

  package func text(_ column: Int) -> String {
    guard let bytes = sqlite3_column_text(statement, checked(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, checked(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, checked(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, checked(column)))
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  package func optionalInt64(_ column: Int) -> Int64? { isNull(column) ? nil : int64(column) }
  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
  package func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

  private func checked(_ column: Int) -> Int32 {
    precondition(column >= 0 && column < Int(sqlite3_data_count(statement)), "No such column.")
    return Int32(column)
  }
}
