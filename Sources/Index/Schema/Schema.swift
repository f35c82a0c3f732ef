// Agony
// SPDX-License-Identifier: Apache-2.0

/// The tables of one version of the index, and how older versions become it.
package struct Schema: Sendable {
  /// `PRAGMA user_version`, at least 1.
  package let version: Int
  /// Makes all of a fresh database.
  package let sql: String
  /// Tables without which a database of this version is not one.
  package let tables: [String]
  /// Statements that turn a database of the key's version into one of the next. The last one leaves exactly the
  /// text of `sql` in `sqlite_schema`: a migrated index does not tell that it is older.
  package let migrations: [Int: String]

  package init(version: Int, sql: String, tables: [String], migrations: [Int: String]) {
    self.version = version
    self.sql = sql
    self.tables = tables
    self.migrations = migrations
  }
}
