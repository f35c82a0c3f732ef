// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Testing
import Vault

@testable import Album

@Suite("Healing a damaged original by importing it again")
struct HealingTests {
  let vault: TestVault
  let album: Album
  let folder: TemporaryFolder

  init() throws {
    vault = try TestVault()
    album = try vault.open()
    folder = try TemporaryFolder()
    try folder.write(Media.jpeg(1, byteCount: 90_000), to: "a.jpg")
    try folder.write(Media.jpeg(2, byteCount: 90_000), to: "b.jpg")
    try album.take(folder.bytes)
  }

  /// Its key is another now, so that no byte of it opens.
  private func damage(_ name: String) throws -> Int64 {
    let id = try #require(try album.allItems().first { $0.name == Array(name.utf8) }?.id)
    _ = try album.transaction {
      try album.database.execute(
        """
        UPDATE part SET seed = randomblob(length(seed))
        WHERE object IN (SELECT object FROM original WHERE item = ?1)
        """, .integer(id))
    }
    return id
  }

  private func damagedItems(in album: Album) throws -> [Int64] {
    try album.verify(repair: false, events: { _ in }, isCancelled: { false }).damagedItems.map(\.id)
  }

  @Test("The item keeps what it was and has its bytes again, after the next opening too", arguments: [false, true])
  func heals(move: Bool) throws {
    let id = try damage("a.jpg")
    let collection = try album.createCollection(named: "Summer")
    _ = try album.add([id], toCollection: collection)
    #expect(try damagedItems(in: album) == [id])
    let used = album.capacity

    var options = ImportOptions()
    options.move = move
    var healed: [Int64] = []
    let report = try album.take(folder.bytes, options: options) { event in
      if case .stored(_, let item, _, _, true) = event { healed.append(item) }
    }
    #expect(report.stored == 1)
    #expect(report.healed == 1)
    #expect(report.duplicates == 1)
    #expect(report.problems.isEmpty)
    #expect(report.removed == (move ? 2 : 0))
    #expect(healed == [id])
    #expect(try folder.names() == (move ? [] : ["a.jpg", "b.jpg"]))
    #expect(album.capacity.availableByteCount >= used.availableByteCount - (96 << 10))

    let again = try vault.open()
    #expect(try damagedItems(in: again) == [])
    #expect(try again.item(id: id)?.summary.collections == [collection])
    #expect(try again.counts().items == 2)
  }

  @Test("The pages of the copy that was replaced are free again")
  func givesPagesBack() throws {
    _ = try damage("a.jpg")
    try album.take(folder.bytes)
    let report = try album.verify(repair: false, events: { _ in }, isCancelled: { false })
    #expect(report.pages.isWhole)
  }

  @Test("Out of the trash it comes back whole")
  func trashed() throws {
    let id = try damage("a.jpg")
    _ = try album.trash(ids: [id])
    let report = try album.take(folder.bytes)
    #expect(report.healed == 1)
    #expect(report.restored == 1)
    #expect(try album.counts().items == 2)
    #expect(try damagedItems(in: album) == [])
  }

  @Test("Equal files heal it once")
  func equalFiles() throws {
    _ = try damage("a.jpg")
    for i in 0..<5 { try folder.write(Media.jpeg(1, byteCount: 90_000), to: "copy\(i).jpg") }
    let report = try album.take(folder.bytes)
    #expect(report.healed == 1)
    #expect(report.duplicates == 6)
  }

  @Test("If the disk refuses the new copy, nothing is lost and the next import heals it")
  func failsAndHealsLater() throws {
    let id = try damage("a.jpg")
    vault.file.set(\.failsToWrite, true)
    let report = try album.take(folder.bytes)
    #expect(report.healed == 0)
    #expect((1...2).contains(report.failed))  // the other file may share its commit
    vault.file.set(\.failsToWrite, false)
    let again = try vault.open()
    #expect(try damagedItems(in: again) == [id])
    #expect(try again.take(folder.bytes).healed == 1)
    #expect(try damagedItems(in: again) == [])
  }
}
