// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Index
import Testing
import Vault

@Suite("The index")
struct DatabaseTests {
  private let pages = MemoryPages()

  @Test("A session that only reads makes nothing durable, and the schema comes with the first transaction")
  func schemaComesWithFirstTransaction() throws {
    let database = try Database(pages: pages)
    #expect(try database.itemCount() == 0)
    #expect(pages.durable.isEmpty)
    #expect(pages.commitCount == 0)

    try database.transaction { try database.addCollection(name: "Norway") }
    #expect(pages.commitCount == 1)
    let reopened = try Database(pages: MemoryPages(durable: pages.durable))
    #expect(try reopened.collectionNames() == ["Norway"])
  }

  @Test("Each transaction that changes a row commits once; one that changes none does not commit")
  func oneCommitATransaction() throws {
    let database = try Database(pages: pages)
    for number in 1...5 {
      try database.transaction {
        try database.addItems(number)
        try database.addCollection(name: "\(number)")
      }
      #expect(pages.commitCount == number)
    }
    let count = try database.transaction { try database.itemCount() }
    #expect(count == 15)
    #expect(pages.commitCount == 5)
  }

  @Test("Committing again reaches the disk though no row has changed")
  func commitsAgain() throws {
    let database = try Database(pages: pages)
    try database.transaction { try database.addCollection(name: "Norway") }
    let durable = pages.durable
    try database.commitAgain()
    #expect(pages.commitCount == 2)
    #expect(pages.durable == durable)
  }

  @Test("An error of the body undoes the transaction and is thrown on")
  func bodyThrows() throws {
    struct Mishap: Error {}
    let database = try Database(pages: pages)
    try database.transaction { try database.addCollection(name: "kept") }
    let durable = pages.durable
    #expect(throws: Mishap.self) {
      try database.transaction {
        try database.addCollection(name: "undone")
        throw Mishap()
      }
    }
    #expect(pages.durable == durable)
    #expect(pages.rollBackCount == 1)
    #expect(try database.collectionNames() == ["kept"])
    try database.transaction { try database.addCollection(name: "later") }
    #expect(try database.collectionNames() == ["kept", "later"])
  }

  @Test(
    "Values come back as they were bound",
    arguments: [
      .integer(.min), .integer(.max), 0, .null, "", .text("na\u{0}me"), .text("e\u{301} 🧑‍🚀"), .blob([]),
      .blob([0, 255, 0]), .blob([UInt8](repeating: 7, count: 300_000)),
    ] as [Value])
  func valuesComeBack(value: Value) throws {
    let database = try Database(pages: pages)
    let back = try database.first("SELECT ?, typeof(?1)", value) { row -> Value in
      switch row.text(1) {
      case "integer": .optional(row.optionalInt64(0))
      case "text": .optional(row.optionalText(0))
      case "blob": .optional(row.optionalBlob(0))
      default: row.isNull(0) ? .null : "not null"
      }
    }
    #expect(back == value)
  }

  @Test("A second row of the same key is a constraint error and changes nothing")
  func constraint() throws {
    let database = try Database(pages: pages)
    try database.transaction {
      try database.addCollection(id: 5, name: "a")
      #expect(throws: IndexError.constraint) { try database.addCollection(id: 5, name: "b") }
      #expect(throws: IndexError.constraint) { try database.addCollection(id: 6, name: "a") }
    }
    #expect(try database.collectionNames() == ["a"])
  }

  @Test("Rows can be walked while other statements run, the same statement too")
  func walksWithin() throws {
    let database = try Database(pages: pages)
    try database.transaction {
      try database.addItems(3)
      try database.forEach("SELECT id FROM item") { row in
        try database.execute("UPDATE item SET favourite = 1 WHERE id = ?", .integer(row.int64(0)))
        let others = try database.query("SELECT id FROM item") { $0.int64(0) }
        #expect(others.count == 3)
        return true
      }
    }
    #expect(try database.first("SELECT sum(favourite) FROM item") { $0.int64(0) } == 3)
  }

  @Test("A walk ends where its body says or throws, and leaves no read open")
  func walkEnds() throws {
    struct Mishap: Error {}
    let database = try Database(pages: pages)
    try database.transaction { try database.addItems(10) }
    var seen = 0
    try database.forEach("SELECT id FROM item") { _ in
      seen += 1
      return seen < 4
    }
    #expect(seen == 4)
    #expect(throws: Mishap.self) { try database.forEach("SELECT id FROM item") { _ in throw Mishap() } }
    try database.transaction { try database.execute("DELETE FROM item") }  // would fail with a read open
    #expect(try database.itemCount() == 0)
  }

  @Test("The number of changed rows is returned")
  func changedRows() throws {
    let database = try Database(pages: pages)
    try database.transaction {
      try database.addItems(7)
      #expect(try database.execute("UPDATE item SET favourite = 1 WHERE taken < 3") == 3)
      #expect(try database.execute("DELETE FROM item WHERE taken > 100") == 0)
    }
  }

  @Test("Ids are positive and differ")
  func ids() {
    let ids = (0..<10_000).map { _ in randomID() }
    #expect(ids.allSatisfy { $0 >= 1 })
    #expect(Set(ids).count == ids.count)
    #expect(ids.contains { $0 > Int64.max / 2 })
  }

  @Test("A value never shows what it holds")
  func valuesAreSilent() {
    for value in [Value.text("Tromsø"), .blob(Array("Tromsø".utf8)), .integer(4711)] {
      var dumped = ""
      dump([value], to: &dumped)
      for text in ["\(value)", String(reflecting: value), "\([value])", dumped] {
        #expect(!text.contains("Troms") && !text.contains("4711") && !text.contains("84"))
      }
    }
  }

  @Test("A thousand items are sound, for our eyes and for any SQLite's")
  func soundness() throws {
    let database = try Database(pages: pages)
    try database.transaction { try database.addItems(1000) }
    try database.transaction { try database.execute("DELETE FROM item WHERE taken % 3 = 0") }
    #expect(try database.isSound())
    let plain = PlainDatabase(image: pages.durable)
    #expect(plain.rows("PRAGMA integrity_check") == [["ok"]])
    #expect(plain.rows("SELECT count(*) FROM item") == [["666"]])
  }
}
