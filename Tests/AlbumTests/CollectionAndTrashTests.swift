// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing
import Vault

@testable import Album

@Suite("Collections and trash")
struct CollectionAndTrashTests {
  let vault: TestVault
  let album: Album
  let ids: [Int64]

  init() throws {
    vault = try TestVault()
    album = try vault.open()
    let folder = try TemporaryFolder()
    for i in 0..<6 { try folder.write(Media.jpeg(UInt64(i), byteCount: 100_000), to: "\(i).jpg") }
    try album.take(folder.bytes)
    ids = try album.allItems().map(\.id)
  }

  private func members(_ collection: Int64) throws -> Set<Int64> {
    var filter = ItemFilter()
    filter.collection = collection
    return Set(try album.allItems(filter).map(\.id))
  }

  @Test("Two collections never have one name, however it is composed")
  func names() throws {
    let id = try album.createCollection(named: "ma\u{F1}ana")
    #expect(throws: AlbumError.collectionExists) { try album.createCollection(named: "man\u{303}ana") }
    let other = try album.createCollection(named: "Ma\u{F1}ana")
    #expect(throws: AlbumError.collectionExists) { try album.renameCollection(other, to: "ma\u{F1}ana") }
    try album.renameCollection(id, to: "man\u{303}ana")
    for bad in ["", "a\0b", "line\n", String(repeating: "x", count: 1025)] {
      #expect(throws: AlbumError.invalidCollectionName) { try album.createCollection(named: bad) }
    }
    #expect(throws: AlbumError.noSuchCollection) { try album.renameCollection(5, to: "x") }
    #expect(try album.collections().map(\.id) == [id, other])
  }

  @Test("Items leave a collection and stay in the album")
  func membership() throws {
    let id = try album.createCollection(named: "One")
    #expect(try album.add([ids[0], ids[1], 7], toCollection: id) == [7])
    #expect(try album.add([ids[1], ids[2]], toCollection: id) == [])
    #expect(try members(id) == Set(ids[0...2]))
    #expect(try album.remove([ids[0], ids[5]], fromCollection: id) == [ids[5]])
    #expect(try album.collections().map(\.itemCount) == [2])
    try album.deleteCollection(id)
    #expect(try album.collections().isEmpty)
    #expect(try album.counts().items == 6)
    #expect(throws: AlbumError.noSuchCollection) { try album.add([ids[0]], toCollection: id) }
  }

  @Test("What comes back from the trash is in its collections again")
  func restoring() throws {
    let first = try album.createCollection(named: "First")
    let second = try album.createCollection(named: "Second")
    _ = try album.add(ids, toCollection: first)
    _ = try album.add([ids[2]], toCollection: second)
    #expect(try album.trash(ids: [ids[2], ids[3], 9]) == [9])
    #expect(try album.trash(ids: [ids[2]]) == [ids[2]])
    #expect(try album.collections().map(\.itemCount) == [4, 0])
    #expect(try members(second).isEmpty)
    #expect(Set(try album.trashedIDs()) == [ids[2], ids[3]])
    #expect(try album.restore(ids: [ids[2], ids[0]]) == [ids[0]])
    #expect(try members(second) == [ids[2]])
    #expect(try album.counts() == AlbumCounts(items: 5, trashed: 1, pending: 6, byteCount: 600_000))
  }

  @Test("Exactly what was chosen is trashed: the fifth of six")
  func exactness() throws {
    #expect(try album.trash(ids: [ids[4]]) == [])
    #expect(try album.allItems().map(\.id) == [ids[0], ids[1], ids[2], ids[3], ids[5]])
  }

  @Test("Only what lies in the trash can be deleted for ever, and its room is free then")
  func deleting() throws {
    let before = album.capacity.availableByteCount
    #expect(try album.deleteForEver(ids: [ids[0]]) == [ids[0]])
    #expect(try album.counts().items == 6)
    _ = try album.trash(ids: [ids[0], ids[1]])
    #expect(try album.deleteForEver(ids: [ids[0], ids[1], ids[2]]) == [ids[2]])
    #expect(try album.counts() == AlbumCounts(items: 4, trashed: 0, pending: 4, byteCount: 400_000))
    #expect(try album.item(id: ids[0]) == nil)
    // The pages of the last commit wait for one more.
    _ = try album.createCollection(named: "x")
    #expect(album.capacity.availableByteCount > before + 100_000)
    let report = try vault.openCopy().verify(repair: false, events: { _ in }, isCancelled: { false })
    #expect(report.pages.isWhole)
    #expect(report.indexProblems == 0)
  }
}
