// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

/// The index of one space: SQLite over the pages of the space. At most one at a time for a space.
///
/// **What is durable.** Only `transaction` (and `commitAgain`) make anything durable. Creating the schema of an empty
/// album and migrating an older one happen in the overlay when the index is opened and become durable with the first
/// transaction, so a session that only reads changes no byte of the vault.
///
/// **After a failure.** A transaction whose body throws is rolled back, and nothing else changes. If the commit fails, or
/// a page cannot be read or written within a transaction, neither SQLite's cache nor the overlay can be relied on any
/// more: the connection is closed without another write, the overlay is discarded, and the next use opens a new
/// connection on the last durable state. Reading thus goes on. Writing goes on if the space is still writable (the room
/// was full); otherwise transactions throw `.vault(.stopped)` until the space itself is opened anew.
///
/// Not `Sendable`: it is used where its owner is.
package final class Database {
  private let pages: any IndexPages
  private let schema: Schema
  private let wasWritable: Bool
  /// Nil after a failure, until the next use.
  private var connection: Connection?
  package private(set) var isInTransaction = false

  /// Throws `.tooNew` and `.damaged` without having written anything, not even into the overlay.
  package convenience init(space: Space) throws(IndexError) {
    try self.init(pages: space)
  }

  package init(pages: any IndexPages, schema: Schema = .current) throws(IndexError) {
    self.pages = pages
    self.schema = schema
    wasWritable = pages.isWritable
    _ = try connected()
  }

  /// Runs a statement for its effect; returns how many rows it changed.
  ///
  /// Statements that change rows belong inside `transaction`.
  @discardableResult
  package func execute(_ sql: StaticString, _ values: Value...) throws(IndexError) -> Int {
    try execute(sql, values: values)
  }

  @discardableResult
  package func execute(_ sql: StaticString, values: [Value]) throws(IndexError) -> Int {
    let connection = try connected()
    try connection.run(sql, values, writing: isInTransaction)
    return connection.changedRowCount
  }

  /// All rows.
  package func query<T>(
    _ sql: StaticString, _ values: Value..., row body: (borrowing Row) -> T
  ) throws(IndexError) -> [T] {
    var results: [T] = []
    try connected().run(sql, values, writing: isInTransaction) { row in
      results.append(body(row))
      return true
    }
    return results
  }

  /// The first row, nil if there is none.
  package func first<T>(
    _ sql: StaticString, _ values: Value..., row body: (borrowing Row) -> T
  ) throws(IndexError) -> T? {
    var result: T?
    try connected().run(sql, values, writing: isInTransaction) { row in
      result = body(row)
      return false
    }
    return result
  }

  /// Row by row, until `body` returns false. An error of `body` ends the walk and is thrown on.
  ///
  /// Within `body` other statements may run, but no transaction may begin.
  package func forEach(
    _ sql: StaticString, _ values: Value..., row body: (borrowing Row) throws -> Bool
  ) throws {
    var failure: (any Error)?
    try connected().run(sql, values, writing: isInTransaction) { row in
      do {
        return try body(row)
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  /// Runs `body` in a transaction and commits it: when this returns, what changed is durable, together with the
  /// parts adopted and released meanwhile. A body that changes no row commits nothing.
  ///
  /// When this throws, nothing of it is durable and the space has forgotten what was adopted and released.
  /// Throws what `body` throws, or `IndexError`: `.vault` with the failure that stopped the commit. Not nestable.
  /// `usingReserve`: for a body that makes room, or must work in a full one.
  @discardableResult
  package func transaction<T>(usingReserve: Bool = false, _ body: () throws -> T) throws -> T {
    precondition(!isInTransaction, "One transaction at a time.")
    let connection = try connected()
    precondition(connection.runningCount == 0, "No transaction while rows are being read.")
    try requireWritable()
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      try connection.run("BEGIN IMMEDIATE")
      let result = try body()
      try connection.commit(usingReserve ? .usingReserve : .ordinary)
      return result
    } catch {
      undo(on: connection)
      throw error
    }
  }

  /// Commits once more although no row has changed: after two commits no root slot reaches what was deleted.
  package func commitAgain() throws(IndexError) {
    precondition(!isInTransaction, "A transaction commits by itself.")
    let connection = try connected()
    try requireWritable()
    do throws(VaultError) {
      try pages.commit(usingReserve: true)
    } catch {
      pages.rollBack()
      drop(connection)
      throw .vault(error)
    }
  }

  /// False if SQLite's own check finds a fault. Reads every page.
  package func isSound() throws(IndexError) -> Bool {
    let connection = try connected()
    var isSound = false
    do throws(IndexError) {
      try connection.run("PRAGMA integrity_check(1)") { row in
        isSound = row.text(0) == "ok"
        return false
      }
    } catch .damaged {
      return false
    }
    // The check reports a page that cannot be read as a fault of the database.
    if let failure = connection.file.readFailure { throw .vault(failure) }
    return isSound
  }

  private func requireWritable() throws(IndexError) {
    guard pages.isWritable else { throw .vault(wasWritable ? .stopped : .readOnly) }
  }

  private func undo(on connection: Connection) {
    let isClean = connection.rollBack()
    pages.rollBack()
    if !isClean { drop(connection) }
  }

  private func drop(_ connection: Connection) {
    connection.abandon()
    self.connection = nil
    pages.discardOverlay()
  }

  private func connected() throws(IndexError) -> Connection {
    if let connection { return connection }
    let isWritable = pages.isWritable
    let opened = try Connection.open(over: isWritable ? pages : ScratchPages(over: pages), schema: schema)
    connection = opened
    return opened
  }
}
