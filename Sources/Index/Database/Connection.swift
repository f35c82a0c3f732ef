// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Vault

/// One open SQLite connection over a page file, and the statements compiled for it.
final class Connection {
  let file: PageFile
  private var handle: OpaquePointer?
  private var statements: [StatementKey: Statement] = [:]
  /// Statements in the middle of their rows.
  private(set) var runningCount = 0

  /// Opens and configures; reads no more than the schema, writes nothing.
  init(file: PageFile) throws(IndexError) {
    self.file = file
    handle = try ConnectionSettings.open(file)
    try applySettings()
  }

  deinit { close() }

  /// Writes nothing more: what SQLite may still want to undo on its way out is refused by the file.
  func abandon() {
    file.stop()
    close()
  }

  private func close() {
    statements.removeAll()
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// False outside a transaction, and after SQLite has rolled one back by itself.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Rows changed by the last statement that changes rows.
  var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  func run(
    _ sql: StaticString, _ values: [Value] = [], writing: Bool = true, row: (borrowing Row) -> Bool = { _ in true }
  ) throws(IndexError) {
    file.forgetReadFailure()
    let statement = try statement(for: sql)
    precondition(writing || statement.isReadOnly, "Rows are changed in transactions only.")
    runningCount += 1
    defer { runningCount -= 1 }
    try check(statement.run(values, row: row))
  }

  /// Runs statements of our own that hold no value of an album.
  func runScript(_ sql: String) throws(IndexError) {
    file.forgetReadFailure()
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Commits, and returns once the pages are durable.
  ///
  /// If it throws, nothing of the transaction is durable.
  func commit(_ commit: PageFile.Commit) throws(IndexError) {
    if let failure = file.latched { throw .vault(failure) }
    // SQLite ends a transaction by itself after some errors, and whoever ran the statement may have ignored it.
    guard isInTransaction else { throw .sqlite(code: AGONY_SQLITE_ABORT_ROLLBACK) }
    file.announcedCommit = commit
    defer { file.announcedCommit = nil }
    try run("COMMIT")
  }

  /// True if the transaction is undone and the connection as good as before; if false, neither the connection nor
  /// the overlay can be relied on.
  func rollBack() -> Bool {
    guard isInTransaction, file.failure == nil else { return false }
    do {
      try run("ROLLBACK")
    } catch {
      return false
    }
    return file.failure == nil
  }

  private func statement(for sql: StaticString) throws(IndexError) -> Statement {
    let key = StatementKey(sql)
    let known = statements[key]
    if let known, !known.isBusy { return known }
    var compiled: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(
      sql.withUTF8Buffer { text in
        text.withMemoryRebound(to: CChar.self) {
          sqlite3_prepare_v3(handle, $0.baseAddress, Int32($0.count), flags, &compiled, nil)
        }
      })
    guard let compiled else { throw .sqlite(code: SQLITE_MISUSE) }
    let statement = Statement(handle: compiled)
    // A statement used again within its own rows gets a second one, for that use.
    if known == nil { statements[key] = statement }
    return statement
  }

  private func check(_ code: Int32) throws(IndexError) {
    guard code != SQLITE_OK else { return }
    if let failure = file.latched { throw .vault(failure) }
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: throw .damaged
    case SQLITE_CONSTRAINT: throw .constraint
    case SQLITE_IOERR:
      if let failure = file.readFailure { throw .vault(failure) }
      throw .sqlite(code: code)
    default: throw .sqlite(code: code)
    }
  }

  private func applySettings() throws(IndexError) {
    for setting in ConnectionSettings.pragmas {
      try run(setting.set)
      var took = false
      try run(setting.get) { row in
        switch setting.value {
        case .integer(let value): took = row.int64(0) == value
        case .text(let value): took = row.text(0) == value
        case .null, .blob: break
        }
        return false
      }
      guard took else { throw .unsuitableLibrary }
    }
  }
}
