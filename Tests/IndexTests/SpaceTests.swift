// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import TestSupport
import Testing
import Vault

@Suite("The index in a space")
struct SpaceTests {
  @Test("What was committed is there when the space is opened anew, and what was not is not")
  func reopens() throws {
    let vault = try VaultInMemory(rows: 64)
    var expected: [String] = []
    for round in 0..<12 {
      let database = try Database(space: vault.open())
      #expect(try database.collectionNames() == expected.sorted())
      #expect(try database.itemCount() == Int64(round * 100))
      try database.transaction {
        try database.addItems(100)
        try database.addCollection(name: "round \(round)")
      }
      expected.append("round \(round)")
      struct Mishap: Error {}
      #expect(throws: Mishap.self) {
        try database.transaction {
          try database.addItems(100)
          throw Mishap()
        }
      }
      #expect(try database.isSound())
    }
  }

  @Test("A session that only reads changes no byte of the vault, be the album empty or not", arguments: [false, true])
  func readingChangesNothing(isEmpty: Bool) throws {
    let vault = try VaultInMemory(rows: 16)
    if !isEmpty {
      let database = try Database(space: vault.open())
      try database.transaction { try database.addItems(100) }
    }
    let before = vault.file.bytes
    for isWritable in [true, false] {
      let database = try Database(space: vault.open(isWritable: isWritable))
      #expect(try database.itemCount() == (isEmpty ? 0 : 100))
      _ = try database.query("SELECT * FROM item ORDER BY id") { $0.int64(0) }
      #expect(try database.isSound())
    }
    #expect(vault.file.bytes == before)
  }

  @Test("A vault that cannot be written is read, and refuses transactions as read-only")
  func readOnly() throws {
    let vault = try VaultInMemory(rows: 16)
    let database = try Database(space: vault.open(isWritable: false))
    #expect(throws: IndexError.vault(.readOnly)) { try database.transaction { try database.addItems(1) } }
    #expect(try database.itemCount() == 0)
  }

  @Test("A full room says so, loses nothing, and takes deletions")
  func fullRoom() throws {
    let vault = try VaultInMemory(rows: 16)
    let database = try Database(space: vault.open())
    var count: Int64 = 0
    var error: IndexError?
    while error == nil {
      do {
        try database.transaction { try database.addItems(300) }
        count += 300
      } catch let thrown as IndexError {
        error = thrown
      }
    }
    #expect(error == .vault(.noRoom))
    #expect(count > 0)
    #expect(try database.itemCount() == count)
    #expect(try database.isSound())

    for _ in 0..<3 {
      try database.transaction(usingReserve: true) {
        try database.execute("DELETE FROM item WHERE id IN (SELECT id FROM item LIMIT 100)")
      }
      count -= 100
    }
    #expect(try database.itemCount() == count)
    let reopened = try Database(space: vault.open())
    #expect(try reopened.itemCount() == count)
    #expect(try reopened.isSound())
  }

  @Test("Committing again leaves the rows as they are")
  func commitsAgain() throws {
    let vault = try VaultInMemory(rows: 16)
    let database = try Database(space: vault.open())
    try database.transaction { try database.addItems(10) }
    try database.commitAgain()
    try database.commitAgain()
    #expect(try Database(space: vault.open()).itemCount() == 10)
  }
}
