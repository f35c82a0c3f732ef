// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Testing
import Vault

@testable import Album

@Suite("Verifying")
struct VerifyTests {
  let vault: TestVault
  let album: Album

  init() throws {
    vault = try TestVault()
    album = try vault.open()
    let folder = try TemporaryFolder()
    for i in 0..<8 { try folder.write(Media.jpeg(UInt64(i), byteCount: 50_000 + i), to: "\(i).jpg") }
    try album.take(folder.bytes)
  }

  @Test("A sound album is called sound, and no byte changes")
  func sound() throws {
    let before = vault.file.bytes
    var last: (Int64, Int64) = (0, 0)
    let report = try album.verify(repair: false) { event in
      if case .progress(let done, let total) = event { last = (done, total) }
    } isCancelled: {
      false
    }
    #expect(report.items == 8)
    #expect(report.damagedItems.isEmpty)
    #expect(report.indexProblems == 0)
    #expect(report.pages.isWhole)
    #expect(!report.repaired)
    #expect(last.0 == last.1)
    #expect(last.0 == report.byteCount)
    #expect(vault.file.bytes == before)
  }

  @Test("Rows that lead nowhere and pages claimed twice are counted, and then nothing is repaired")
  func indexProblems() throws {
    try album.transaction {
      try album.database.execute("DELETE FROM item WHERE id = (SELECT MIN(id) FROM item)")
      try album.database.execute("INSERT INTO membership (collection, item, position) VALUES (1, 2, 3)")
      try album.database.execute(
        """
        UPDATE part SET seed = (SELECT seed FROM part ORDER BY object LIMIT 1), size = (SELECT size FROM part ORDER BY object LIMIT 1),
          extents = (SELECT extents FROM part ORDER BY object LIMIT 1) WHERE object = (SELECT MAX(object) FROM part)
        """)
    }
    let report = try album.verify(repair: true, events: { _ in }, isCancelled: { false })
    #expect(report.indexProblems == 4)  // the item's original and its place among those to be analysed
    #expect(!report.repaired)
    #expect(report.damagedItems.count <= 1)
  }

  @Test("Cancelled, it says so")
  func cancelling() throws {
    let report = try album.verify(repair: false, events: { _ in }, isCancelled: { true })
    #expect(report.wasCancelled)
  }
}
