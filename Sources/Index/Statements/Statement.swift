// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A compiled statement. Finalized with the object, which must go before its connection does.
final class Statement {
  let handle: OpaquePointer
  /// Some call is still stepping through its rows.
  private(set) var isBusy = false

  init(handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// True if it changes no row. BEGIN, COMMIT and ROLLBACK count as reading.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Binds the values and steps through the rows until `row` returns false. Ends with the statement reset and
  /// nothing bound, whatever happened: no read stays open and no value stays in memory. Returns SQLITE_OK, or
  /// the extended code of what failed.
  func run(_ values: [Value], row: (borrowing Row) -> Bool) -> Int32 {
    precondition(values.count == Int(sqlite3_bind_parameter_count(handle)), "As many values as parameters.")
    isBusy = true
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      isBusy = false
    }
    for (i, value) in values.enumerated() {
      let code = bind(value, at: Int32(i + 1))
      guard code == SQLITE_OK else { return code }
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW:
        guard row(Row(of: handle)) else { return SQLITE_OK }
      case SQLITE_DONE:
        return SQLITE_OK
      case let code:
        return code
      }
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(handle, index)
    case .integer(let number):
      return sqlite3_bind_int64(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else { return agony_sqlite_bind_text(handle, index, "", 0) }
          return agony_sqlite_bind_text(handle, index, start, characters.count)
        }
      }
    case .blob(let blob):
      return blob.withUnsafeBytes { agony_sqlite_bind_blob(handle, index, $0.baseAddress, $0.count) }
    }
  }
}
