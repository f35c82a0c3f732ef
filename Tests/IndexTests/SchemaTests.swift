// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Index
import Testing
import Vault

@Suite("The schema and its versions")
struct SchemaTests {
  @Test("Both versions are the text of docs/format/index-v1.md, byte for byte", arguments: [1, 2])
  func documentedText(version: Int) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/format/index-v1.md"), encoding: .utf8)
    let fenced = try #require(page.components(separatedBy: "```sql\n").dropFirst(version).first)
    let sql = try #require(fenced.components(separatedBy: "\n```").first)
    #expect((version == 1 ? Schema.version1.sql : Schema.additionsOfVersion2) == sql)
    #expect(Schema.current.version == 2)
  }

  @Test("A fresh index holds exactly that text, in the database any SQLite would make of it")
  func freshDatabase() throws {
    let pages = MemoryPages()
    let database = try Database(pages: pages)
    try database.transaction { try database.addItems(1) }
    let ours = PlainDatabase(image: pages.durable)
    let plain = PlainDatabase(schema: Schema.current.sql)
    let listing = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
    #expect(ours.rows(listing) == plain.rows(listing))
    #expect(ours.rows("PRAGMA user_version") == [["2"]])
    #expect(ours.rows("PRAGMA page_size") == [["4096"]])
  }

  private static let later = Schema(
    version: 3,
    sql: Schema.version1.sql + "\nCREATE TABLE place (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL\n);\n"
      + "CREATE INDEX place_name ON place (name);",
    tables: Schema.version1.tables + ["place"],
    migrations: [
      1: "CREATE TABLE place (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL\n);",
      2: "CREATE INDEX place_name ON place (name);",
    ])

  private func versionOne() throws -> [[UInt8]] {
    let pages = MemoryPages()
    let database = try Database(pages: pages, schema: .version1)
    try database.transaction { try database.addCollection(name: "Norway") }
    return pages.durable
  }

  @Test("A migrated index cannot be told from one made by this version")
  func migratesToCurrent() throws {
    let pages = MemoryPages(durable: try versionOne())
    let database = try Database(pages: pages)
    try database.transaction { try database.addCollection(name: "Sweden") }
    let migrated = PlainDatabase(image: pages.durable)
    let listing = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
    #expect(migrated.rows(listing) == PlainDatabase(schema: Schema.current.sql).rows(listing))
    #expect(migrated.rows("PRAGMA user_version") == [["2"]])
    #expect(migrated.rows("PRAGMA integrity_check") == [["ok"]])
  }

  @Test("An older index is migrated through every version, in the overlay until the first transaction")
  func migrates() throws {
    let old = try versionOne()
    let pages = MemoryPages(durable: old)
    let database = try Database(pages: pages, schema: SchemaTests.later)
    #expect(try database.collectionNames() == ["Norway"])
    #expect(try database.query("SELECT id FROM place") { $0.int64(0) } == [])
    #expect(pages.durable == old)

    try database.transaction { try database.execute("INSERT INTO place VALUES (1, 'Bodø')") }
    let migrated = PlainDatabase(image: pages.durable)
    let listing = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
    #expect(migrated.rows(listing) == PlainDatabase(schema: SchemaTests.later.sql).rows(listing))
    #expect(migrated.rows("PRAGMA user_version") == [["3"]])
    #expect(migrated.rows("PRAGMA integrity_check") == [["ok"]])
    #expect(migrated.rows("SELECT name FROM collection") == [["Norway"]])
  }

  @Test("A migration that fails leaves the old index as it was", arguments: [1, 2])
  func failedMigration(step: Int) throws {
    let old = try versionOne()
    let pages = MemoryPages(durable: old)
    var migrations = SchemaTests.later.migrations
    migrations[step] = "INSERT INTO collection VALUES (1, 'x', 0); INSERT INTO nowhere VALUES (1);"
    let broken = Schema(
      version: 3, sql: SchemaTests.later.sql, tables: SchemaTests.later.tables, migrations: migrations)
    #expect(throws: IndexError.self) { try Database(pages: pages, schema: broken) }
    #expect(pages.durable == old)
    let database = try Database(pages: pages)
    #expect(try database.collectionNames() == ["Norway"])
    #expect(try database.isSound())
  }

  @Test("An index of a later version is refused before anything is written")
  func tooNew() throws {
    let pages = MemoryPages()
    let database = try Database(pages: pages, schema: SchemaTests.later)
    try database.transaction { try database.addCollection(name: "Norway") }
    let later = MemoryPages(durable: pages.durable)
    #expect(throws: IndexError.tooNew(3)) { try Database(pages: later) }
    #expect(later.changeCallCount == 0)
    #expect(later.durable == pages.durable)
  }

  @Test(
    "Read-only pages take the schema and a migration into memory, and refuse transactions", arguments: [true, false])
  func readOnly(isEmpty: Bool) throws {
    let old = isEmpty ? [] : try versionOne()
    let pages = MemoryPages(durable: old)
    pages.isReadOnly = true
    let database = try Database(pages: pages, schema: SchemaTests.later)
    #expect(try database.collectionNames() == (isEmpty ? [] : ["Norway"]))
    #expect(try database.query("SELECT id FROM place") { $0.int64(0) } == [])
    #expect(throws: IndexError.vault(.readOnly)) { try database.transaction { try database.addItems(1) } }
    #expect(throws: IndexError.vault(.readOnly)) { try database.commitAgain() }
    #expect(pages.changeCallCount == 0)
    #expect(pages.durable == old)
  }
}
