// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Testing
import Vault

@Suite("The index against SQLite as it comes")
struct DifferentialTests {
  private struct Undo: Error {}

  @Test("Random work with undoing, failures and reopening leaves the same rows", arguments: 0..<24)
  func sameRows(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var pages = MemoryPages()
    var database = try Database(pages: pages)
    let plain = PlainDatabase(schema: Schema.version1.sql)
    let spills = seed % 3 == 0
    if spills { try database.letCacheSpill() }

    for round in 0..<40 {
      let steps = (0..<Int.random(in: 1...60, using: &random)).map { _ in Step.random(using: &random) }
      let fate = Int.random(in: 0..<10, using: &random)
      if fate == 0 { pages.fail(atChange: Int.random(in: 1...8, using: &random), with: .noRoom) }
      if fate == 1 { pages.fail(atChange: Int.random(in: 1...8, using: &random), with: .inputOutput(code: 5)) }
      plain.run("BEGIN")
      var isCommitted = false
      do {
        try database.transaction {
          for step in steps { try step.run(on: database) }
          if fate == 2 { throw Undo() }
        }
        isCommitted = true
      } catch is Undo {
        #expect(fate == 2)
      } catch {
        #expect(fate <= 1, "round \(round): \(error)")
      }
      if isCommitted { for step in steps { plain.run(step.plainSQL) } }
      plain.run(isCommitted ? "COMMIT" : "ROLLBACK")

      if pages.isStopped || Int.random(in: 0..<8, using: &random) == 0 {
        #expect(try database.isSound())
        pages = MemoryPages(durable: pages.durable)
        database = try Database(pages: pages)
        if spills { try database.letCacheSpill() }
      }
      pages.failingChange = nil
    }
    #expect(try database.isSound())
    try database.commitAgain()
    let ours = PlainDatabase(image: pages.durable)
    #expect(ours.rows("PRAGMA integrity_check") == [["ok"]])
    for listing in Step.listings { #expect(ours.rows(listing) == plain.rows(listing)) }
  }
}

/// One change, for an index and, as text, for any SQLite.
private enum Step {
  case addItem(id: Int64, taken: Int64)
  case trash(below: Int64)
  case delete(residue: Int64)
  case addPart(object: Int64, number: Int64, byteCount: Int)
  case deleteParts(object: Int64)
  case addCollection(id: Int64, name: String)
  case rename(id: Int64, name: String)
  case fill(collection: Int64)

  static let listings = [
    "SELECT * FROM item ORDER BY bin, taken, id", "SELECT id FROM item ORDER BY id",
    "SELECT object, number, hex(seed), size, hex(extents) FROM part ORDER BY 1, 2",
    "SELECT * FROM collection ORDER BY id",
    "SELECT * FROM membership ORDER BY collection, item",
  ]

  static func random(using random: inout SeededGenerator) -> Step {
    let small = Int64.random(in: 0..<60, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: return .addItem(id: Int64.random(in: 1...Int64.max, using: &random), taken: small * 1000 - 9000)
    case 8: return .trash(below: small * 100)
    case 9: return .delete(residue: small)
    case 10..<14:
      return .addPart(
        object: small, number: Int64.random(in: 0..<9, using: &random),
        byteCount: Int.random(in: 10...9000, using: &random))
    case 14: return .deleteParts(object: small)
    case 15..<17: return .addCollection(id: small, name: String(repeating: "name \(small % 17) ", count: Int(small)))
    case 17: return .rename(id: small, name: "renamed \(small)")
    default: return .fill(collection: small)
    }
  }

  func run(on database: Database) throws {
    switch self {
    case .addItem(let id, let taken):
      try database.execute(
        "INSERT OR IGNORE INTO item (bin, taken, id, kind, taken_source) VALUES (0, ?, ?, 1, 1)", .integer(taken),
        .integer(id))
    case .trash(let below):
      try database.execute("UPDATE item SET bin = 1, trashed = 77 WHERE taken < ? AND bin = 0", .integer(below))
    case .delete(let residue):
      try database.execute("DELETE FROM item WHERE id % 60 = ?", .integer(residue))
    case .addPart(let object, let number, let byteCount):
      try database.execute(
        "INSERT OR REPLACE INTO part VALUES (?, ?, zeroblob(32), ?, zeroblob(?))", .integer(object), .integer(number),
        .integer(Int64(byteCount)), .integer(Int64(byteCount)))
    case .deleteParts(let object):
      try database.execute("DELETE FROM part WHERE object = ?", .integer(object))
    case .addCollection(let id, let name):
      try database.execute("INSERT OR IGNORE INTO collection VALUES (?, ?, 3)", .integer(id), .text(name))
    case .rename(let id, let name):
      try database.execute("UPDATE OR IGNORE collection SET name = ? WHERE id = ?", .text(name), .integer(id))
    case .fill(let collection):
      try database.execute(
        "INSERT OR IGNORE INTO membership SELECT ?, id, 0 FROM item WHERE taken > 20000", .integer(collection))
    }
  }

  var plainSQL: String {
    switch self {
    case .addItem(let id, let taken):
      "INSERT OR IGNORE INTO item (bin, taken, id, kind, taken_source) VALUES (0, \(taken), \(id), 1, 1)"
    case .trash(let below): "UPDATE item SET bin = 1, trashed = 77 WHERE taken < \(below) AND bin = 0"
    case .delete(let residue): "DELETE FROM item WHERE id % 60 = \(residue)"
    case .addPart(let object, let number, let byteCount):
      "INSERT OR REPLACE INTO part VALUES (\(object), \(number), zeroblob(32), \(byteCount), zeroblob(\(byteCount)))"
    case .deleteParts(let object): "DELETE FROM part WHERE object = \(object)"
    case .addCollection(let id, let name): "INSERT OR IGNORE INTO collection VALUES (\(id), '\(name)', 3)"
    case .rename(let id, let name): "UPDATE OR IGNORE collection SET name = '\(name)' WHERE id = \(id)"
    case .fill(let collection):
      "INSERT OR IGNORE INTO membership SELECT \(collection), id, 0 FROM item WHERE taken > 20000"
    }
  }
}
