// Agony
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Testing
import Vault

@testable import Index

/// Serialized: the number of refused opens is one for the process.
@Suite("Nothing leaves memory but pages", .serialized)
struct MemoryOnlyTests {
  private let pages = MemoryPages()

  /// Long rows in random order, about 8 MiB of them.
  private func fill(_ database: Database) throws {
    try database.transaction {
      try database.execute(
        """
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 2000)
        INSERT INTO original
          SELECT abs(random()), abs(random()), 1, abs(random()), 'jpeg', randomblob(4000), 5, randomblob(32), 7 FROM n
        """)
    }
  }

  @Test("Sorting, grouping, temporary tables, indices and partial undo open no file")
  func opensNothing() throws {
    let before = PageFileSystem.refusedOpenCount
    let database = try Database(pages: pages)
    try fill(database)
    let sorts: [StaticString] = [
      "SELECT * FROM original ORDER BY name",
      "SELECT name, count(*) FROM original GROUP BY name ORDER BY 2",
      "SELECT DISTINCT name, sha256 FROM original",
      "SELECT name FROM original UNION SELECT sha256 FROM original ORDER BY 1",
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x + 1 FROM n WHERE x < 20000) SELECT * FROM n ORDER BY -x",
      "SELECT * FROM original a JOIN (SELECT name n FROM original ORDER BY size, name) b ON a.name = b.n",
    ]
    for sql in sorts { #expect(try database.query(sql) { _ in 1 }.count >= 2000) }
    try database.transaction {
      try database.execute("CREATE TEMP TABLE copy AS SELECT * FROM original ORDER BY name")
      try database.execute("CREATE INDEX by_name ON original (name)")
      // Fails at the last of many rows, so the statement's journal is played back.
      #expect(throws: IndexError.constraint) {
        try database.execute(
          """
          UPDATE original SET object = CASE WHEN object = (SELECT max(object) FROM original)
            THEN (SELECT min(object) FROM original) ELSE object / 2 END
          """)
      }
      try database.execute("DROP INDEX by_name")
      try database.execute("DROP TABLE copy")
    }
    #expect(try database.isSound())
    #expect(PageFileSystem.refusedOpenCount == before)
  }

  @Test("If the settings failed, a temporary file would be refused")
  func temporaryFileIsRefused() throws {
    let database = try Database(pages: pages)
    try fill(database)
    try database.execute("PRAGMA temp_store = FILE")
    try database.execute("PRAGMA cache_size = 10")
    let before = PageFileSystem.refusedOpenCount
    #expect(throws: IndexError.sqlite(code: SQLITE_CANTOPEN)) {
      try database.query("SELECT * FROM original ORDER BY name") { _ in 1 }
    }
    #expect(PageFileSystem.refusedOpenCount > before)
  }

  @Test("If the settings failed, a journal would be refused", arguments: ["DELETE", "TRUNCATE", "PERSIST", "WAL"])
  func journalIsRefused(mode: String) throws {
    let database = try Database(pages: pages)
    try fill(database)
    let durable = pages.durable
    let connection = try Connection.open(over: pages, schema: .current)
    try connection.runScript("PRAGMA journal_mode = \(mode)")
    let before = PageFileSystem.refusedOpenCount
    #expect(throws: IndexError.sqlite(code: SQLITE_CANTOPEN)) {
      try connection.runScript("BEGIN; DELETE FROM original; COMMIT")
    }
    #expect(PageFileSystem.refusedOpenCount > before)
    #expect(pages.durable == durable)
  }

  @Test(
    "Every open but that of a waiting main database is refused",
    arguments: [
      SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_TEMP_DB, SQLITE_OPEN_TRANSIENT_DB, SQLITE_OPEN_MAIN_JOURNAL,
      SQLITE_OPEN_TEMP_JOURNAL, SQLITE_OPEN_SUBJOURNAL, SQLITE_OPEN_SUPER_JOURNAL, SQLITE_OPEN_WAL,
    ], [nil, "", "1f", "/tmp/agony-test.db", "file:x?vfs=unix"] as [String?])
  func refusesOpen(kind: Int32, name: String?) throws {
    #expect(PageFileSystem.registration == SQLITE_OK)
    let system = try #require(sqlite3_vfs_find(PageFileSystem.name))
    let before = PageFileSystem.refusedOpenCount
    var file = agony_sqlite_file()
    let code = withUnsafeMutablePointer(to: &file) { file in
      file.withMemoryRebound(to: sqlite3_file.self, capacity: 1) { file in
        let flags = kind | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard let name else { return system.pointee.xOpen(system, nil, file, flags, nil) }
        return name.withCString { system.pointee.xOpen(system, $0, file, flags, nil) }
      }
    }
    #expect(code == SQLITE_CANTOPEN)
    #expect(file.base.pMethods == nil)
    #expect(PageFileSystem.refusedOpenCount == before + 1)
  }

  @Test("A token opens once, and only as a main database")
  func tokenOpensOnce() throws {
    let token = PageFileRegistry.register(PageFile(pages: pages))
    #expect(PageFileRegistry.claim(token + "-journal") == nil)
    #expect(PageFileRegistry.claim(token) != nil)
    #expect(PageFileRegistry.claim(token) == nil)
  }

  @Test("The file system is never the default one")
  func notDefault() throws {
    _ = try Database(pages: pages)
    let standard = try #require(sqlite3_vfs_find(nil))
    #expect(String(cString: standard.pointee.zName) != PageFileSystem.name)
  }

  @Test("Whether a file exists is answered with no, and deleting finds none")
  func noFiles() throws {
    #expect(PageFileSystem.registration == SQLITE_OK)
    let system = try #require(sqlite3_vfs_find(PageFileSystem.name))
    var exists: Int32 = 1
    #expect(system.pointee.xAccess(system, "/etc/passwd", SQLITE_ACCESS_EXISTS, &exists) == SQLITE_OK)
    #expect(exists == 0)
    #expect(system.pointee.xDelete(system, "/etc/passwd", 0) == AGONY_SQLITE_IOERR_DELETE_NOENT)
  }

  @Test(
    "What reaches another file is refused",
    arguments: [
      "ATTACH 'x' AS x", "ATTACH ':memory:' AS x", "ATTACH '' AS x", "DETACH main", "VACUUM", "VACUUM INTO '/tmp/x'",
      "SELECT load_extension('x')", "CREATE TABLE x AS SELECT \"text\"",
    ] as [String])
  func refusesOtherFiles(sql: String) throws {
    let before = PageFileSystem.refusedOpenCount
    let connection = try Connection.open(over: pages, schema: .current)
    #expect(throws: IndexError.self) { try connection.runScript(sql) }
    #expect(PageFileSystem.refusedOpenCount == before)
    #expect(pages.commitCount == 0)
  }

  @Test("Deleted text is in no page once the commit is durable")
  func secureDelete() throws {
    let database = try Database(pages: pages)
    try database.transaction {
      for number in 0..<300 { try database.addCollection(name: "a secret holiday \(number)") }
    }
    #expect(pages.holds("a secret holiday 7"))
    try database.transaction {
      try database.execute("UPDATE collection SET name = 'plain' WHERE name = 'a secret holiday 7'")
    }
    #expect(!pages.holds("a secret holiday 7\u{0}") && !pages.holds("a secret holiday 77777"))
    try database.transaction { try database.execute("DELETE FROM collection") }
    #expect(!pages.holds("secret holiday"))
    #expect(try database.isSound())
  }

  @Test("Memory that SQLite frees is wiped", arguments: [false, true])
  func freedMemoryIsWiped(byReallocation: Bool) throws {
    #expect(agony_sqlite_configure() == SQLITE_OK)
    let count = 100_000
    let memory = try #require(sqlite3_malloc64(UInt64(count)))
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: count)
    let address = UInt(bitPattern: memory)
    let moved = byReallocation ? sqlite3_realloc64(memory, UInt64(count * 50)) : nil
    if !byReallocation { sqlite3_free(memory) }
    defer { sqlite3_free(moved) }
    if let moved {
      let bytes = UnsafeRawBufferPointer(start: moved, count: count)
      #expect(bytes.allSatisfy { $0 == 0xA5 })
    }
    // The allocator hands the same block out again; its first bytes are its own.
    let again = try #require(sqlite3_malloc64(UInt64(count)))
    defer { sqlite3_free(again) }
    guard UInt(bitPattern: again) == address else { return }
    let bytes = UnsafeRawBufferPointer(start: again, count: count)
    #expect(!bytes.dropFirst(64).contains(0xA5))
  }
}
