// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Testing
import Vault

@Suite("Writing, syncing and reading that fail")
struct FailureTests {
  /// A mixture that makes pages, frees pages and moves rows.
  private func change(_ database: Database) throws {
    try database.addItems(400)
    try database.addCollection(name: "new")
    try database.execute("DELETE FROM item WHERE taken % 2 = 0")
    try database.execute("UPDATE item SET bin = 1, trashed = 5 WHERE taken < 90")
  }

  private func prepared() throws -> (MemoryPages, Database) {
    let pages = MemoryPages()
    let database = try Database(pages: pages)
    try database.transaction {
      try database.addItems(600)
      try database.addCollection(name: "old")
    }
    return (pages, database)
  }

  /// Fails the n-th change of one transaction for n = 1, 2 … until it passes; returns how often it failed.
  private func failEachChange(with error: VaultError, spilling: Bool) throws -> Int {
    var n = 0
    while true {
      n += 1
      let (pages, database) = try prepared()
      if spilling { try database.letCacheSpill() }
      let durable = pages.durable
      pages.fail(atChange: n, with: error)
      do {
        try database.transaction { try change(database) }
      } catch let thrown as IndexError {
        #expect(thrown == .vault(error), "change \(n)")
        #expect(pages.durable == durable, "change \(n)")
        #expect(pages.rollBackCount == 1 && pages.discardCount == 1, "change \(n)")
        #expect(try database.itemCount() == 600, "change \(n)")
        #expect(try database.collectionNames() == ["old"], "change \(n)")
        #expect(try database.isSound(), "change \(n)")
        try expectAfterFailure(database, pages, error: error)
        continue
      }
      #expect(pages.durable != durable)
      return n - 1
    }
  }

  private func expectAfterFailure(_ database: Database, _ pages: MemoryPages, error: VaultError) throws {
    if error == .noRoom {
      try database.transaction { try database.execute("DELETE FROM item WHERE taken < 300") }
      #expect(try database.itemCount() == 300)
      #expect(try Database(pages: MemoryPages(durable: pages.durable)).itemCount() == 300)
    } else {
      let durable = pages.durable
      for _ in 0..<2 {
        #expect(throws: IndexError.vault(.stopped)) { try database.transaction { try database.addItems(1) } }
        #expect(throws: IndexError.vault(.stopped)) { try database.commitAgain() }
      }
      #expect(try database.itemCount() == 600)
      #expect(pages.durable == durable)
    }
  }

  @Test(
    "Whichever write or commit fails, the last durable state stays, and is what is read",
    arguments: [VaultError.inputOutput(code: 5), .noRoom, .stopped], [false, true])
  func everyChangeFails(error: VaultError, spilling: Bool) throws {
    let failures = try failEachChange(with: error, spilling: spilling)
    #expect(failures > 5)
  }

  @Test(
    "The very first commit of an album can fail, and the album is empty still",
    arguments: [VaultError.noRoom, .stopped])
  func firstCommitFails(error: VaultError) throws {
    let pages = MemoryPages()
    let database = try Database(pages: pages)
    pages.fail(atChange: 2, with: error)
    #expect(throws: IndexError.vault(error)) { try database.transaction { try database.addItems(1) } }
    #expect(pages.durable.isEmpty)
    #expect(try database.itemCount() == 0)
    if error == .noRoom {
      try database.transaction { try database.addItems(1) }
      #expect(try database.itemCount() == 1)
    }
  }

  @Test("A transaction undone after pages had spilled makes nothing durable, though SQLite syncs")
  func rollBackAfterSpill() throws {
    struct Mishap: Error {}
    let (pages, database) = try prepared()
    try database.letCacheSpill()
    let (durable, commits, writes) = (pages.durable, pages.commitCount, pages.writeCount)
    #expect(throws: Mishap.self) {
      try database.transaction {
        try database.addItems(3000)
        #expect(pages.writeCount > writes, "pages have spilled")
        throw Mishap()
      }
    }
    #expect(pages.durable == durable)
    #expect(pages.commitCount == commits)
    #expect(try database.itemCount() == 600)
    #expect(try database.isSound())
    try database.transaction { try database.addItems(1) }
    #expect(try Database(pages: MemoryPages(durable: pages.durable)).itemCount() == 601)
    #expect(PlainDatabase(image: pages.durable).rows("PRAGMA integrity_check") == [["ok"]])
  }

  @Test("With the settings of every connection no page is written before the commit")
  func noSpill() throws {
    let (pages, database) = try prepared()
    let writes = pages.writeCount
    try database.transaction {
      for number in 0..<5000 {
        try database.execute(
          "INSERT INTO part VALUES (?, 0, ?, 1, ?)", .integer(Int64(number)), .blob(.init(repeating: 1, count: 32)),
          .blob(.init(repeating: 2, count: 4000)))
      }
      #expect(pages.writeCount == writes)
    }
    #expect(pages.writeCount > writes + 5000)
  }

  @Test("A body that swallows the failure of a write does not get a commit")
  func swallowedFailure() throws {
    let (pages, database) = try prepared()
    try database.letCacheSpill()
    let durable = pages.durable
    pages.fail(atChange: 1, with: .noRoom)
    #expect(throws: IndexError.vault(.noRoom)) {
      try database.transaction {
        try? database.addItems(3000)
        try? database.addCollection(name: "after")
      }
    }
    #expect(pages.durable == durable)
    #expect(try database.collectionNames() == ["old"])
  }

  @Test("A page that cannot be read fails its query, and the next one works")
  func readFails() throws {
    let (pages, _) = try prepared()
    var failures = 0
    for n in 1... {
      let fresh = MemoryPages(durable: pages.durable)
      fresh.failingRead = n
      do {
        let database = try Database(pages: fresh)
        do {
          #expect(try database.itemCount() == 600)
          #expect(try database.isSound())
          break
        } catch {
          #expect(error == .vault(.damaged(.page)), "read \(n)")
          #expect(try database.itemCount() == 600, "read \(n)")
        }
      } catch {
        #expect(error == .vault(.damaged(.page)), "read \(n)")
      }
      failures += 1
    }
    #expect(failures > 3)
  }

  @Test("A page that cannot be read undoes its transaction, and the next one works", arguments: [false, true])
  func readFailsInTransaction(spilling: Bool) throws {
    let (pages, _) = try prepared()
    var failures = 0
    for n in 1... {
      let fresh = MemoryPages(durable: pages.durable)
      let database = try Database(pages: fresh)
      if spilling { try database.letCacheSpill() }
      fresh.failingRead = fresh.readCount + n
      do {
        try database.transaction { try change(database) }
        break
      } catch {
        #expect(error as? IndexError == .vault(.damaged(.page)), "read \(n)")
      }
      failures += 1
      #expect(fresh.durable == pages.durable, "read \(n)")
      #expect(try database.itemCount() == 600, "read \(n)")
      try database.transaction { try change(database) }
      #expect(try Database(pages: MemoryPages(durable: fresh.durable)).isSound(), "read \(n)")
    }
    #expect(failures > 3)
  }

  @Test("In a full room only a transaction that may use the reserve commits")
  func reserve() throws {
    let (pages, database) = try prepared()
    pages.isFull = true
    #expect(throws: IndexError.vault(.noRoom)) { try database.transaction { try database.addItems(1) } }
    try database.transaction(usingReserve: true) { try database.execute("DELETE FROM item WHERE taken < 100") }
    try database.commitAgain()
    #expect(try database.itemCount() == 500)
    #expect(pages.commitCount == 3)
  }

  @Test("Committing again can fail, and the last durable state stays")
  func commitAgainFails() throws {
    let (pages, database) = try prepared()
    let durable = pages.durable
    pages.fail(atChange: 1, with: .inputOutput(code: 5))
    #expect(throws: IndexError.vault(.inputOutput(code: 5))) { try database.commitAgain() }
    #expect(throws: IndexError.vault(.stopped)) { try database.commitAgain() }
    #expect(pages.durable == durable)
    #expect(try database.itemCount() == 600)
  }
}
