// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Testing
import Vault

@Suite("Authentic pages that are no sound database")
struct DamageTests {
  private static func sample() throws -> [[UInt8]] {
    let pages = MemoryPages()
    let database = try Database(pages: pages)
    try database.transaction {
      try database.addItems(800)
      for number in 0..<200 { try database.addCollection(name: "collection \(number)") }
    }
    return pages.durable
  }

  @Test(
    "A header of another kind is refused before anything is written",
    arguments: [
      (0, 0x54), (16, 0x04), (17, 1), (18, 2), (19, 2), (20, 32), (21, 65), (22, 31), (23, 33), (59, 2), (60, 0xFF),
      (63, 0),
    ])
  func header(offset: Int, value: UInt8) throws {
    var durable = try DamageTests.sample()
    durable[0][offset] = value
    let pages = MemoryPages(durable: durable)
    #expect(throws: IndexError.damaged) { try Database(pages: pages) }
    #expect(pages.changeCallCount == 0)
  }

  @Test("A database without our tables is refused")
  func otherTables() throws {
    let other = Schema(version: 1, sql: "CREATE TABLE other (id INTEGER PRIMARY KEY);", tables: [], migrations: [:])
    let pages = MemoryPages()
    let database = try Database(pages: pages, schema: other)
    try database.transaction { try database.execute("INSERT INTO other VALUES (1)") }
    #expect(throws: IndexError.damaged) { try Database(pages: MemoryPages(durable: pages.durable)) }
  }

  @Test("Tables and columns of a later hand are accepted")
  func furtherTables() throws {
    let pages = MemoryPages()
    let database = try Database(pages: pages)
    try database.transaction {
      try database.execute("CREATE TABLE extra (id INTEGER PRIMARY KEY)")
      try database.execute("ALTER TABLE item ADD COLUMN extra TEXT")
      try database.addItems(1)
    }
    #expect(try Database(pages: MemoryPages(durable: pages.durable)).itemCount() == 1)
  }

  @Test("A single page is too short for a database of several")
  func cutShort() throws {
    let pages = MemoryPages(durable: [try DamageTests.sample()[0]])
    #expect(throws: IndexError.damaged) {
      let database = try Database(pages: pages)
      guard try database.isSound() else { throw IndexError.damaged }
    }
  }

  @Test("Random damage ends in an error or a false answer, never in a crash", arguments: 0..<200)
  func randomDamage(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var durable = try DamageTests.sample()
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      let page = durable.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        durable[page] = [UInt8](repeating: UInt8.random(in: 0...255, using: &random), count: 4096)
      case 1:
        durable[page][Int.random(in: 0..<200, using: &random)] = UInt8.random(in: 0...255, using: &random)
      default:
        durable[page] = durable.randomElement(using: &random) ?? []
      }
    }
    let pages = MemoryPages(durable: durable)
    do {
      let database = try Database(pages: pages)
      _ = try? database.isSound()
      _ = try? database.query("SELECT * FROM item ORDER BY taken") { $0.int64(2) }
      _ = try? database.collectionNames()
      _ = try? database.transaction {
        try database.execute("DELETE FROM item WHERE taken % 5 = 1")
        try database.execute("UPDATE collection SET name = name || 'x'")
        try database.addItems(50)
      }
      _ = try? database.itemCount()
    } catch {
      switch error {
      case .damaged, .tooNew, .sqlite: break
      default: Issue.record("\(error)")
      }
      #expect(pages.durable == durable)
    }
  }
}
