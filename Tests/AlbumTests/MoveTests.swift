// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Index
import Testing

@testable import Album

@Suite("Moving")
struct MoveTests {
  let vault: TestVault
  let album: Album
  let folder: TemporaryFolder
  let options: ImportOptions

  init() throws {
    vault = try TestVault()
    album = try vault.open()
    folder = try TemporaryFolder()
    var options = ImportOptions()
    options.move = true
    self.options = options
  }

  @Test("A source goes once its bytes are stored, and duplicates go too")
  func removesSources() throws {
    for i in 0..<10 { try folder.write(Media.jpeg(UInt64(i % 8), byteCount: 90_000), to: "\(i).jpg") }
    try folder.write(Array("text".utf8), to: "notes.txt")
    var stored: Set<[UInt8]> = []
    let report = try album.take(folder.bytes, options: options) { event in
      switch event {
      case .stored(let path, _, _, _, _), .duplicate(let path, _, _, _, _):
        #expect(folder.exists(path))
        stored.insert(path)
      case .removed(let path):
        #expect(stored.contains(path))
        #expect(!folder.exists(path))
      default: break
      }
    }
    #expect(report.removed == 10)
    #expect(report.stored == 8)
    #expect(try folder.names() == ["notes.txt"])
    #expect(try album.counts().items == 8)
  }

  @Test("A source whose stored bytes read back differently is kept")
  func readsBack() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    let report = try album.take(folder.bytes, options: options) { event in
      if case .stored = event { vault.file.set(\.liesOnDirectReads, true) }
    }
    #expect(report.stored == 1)
    #expect(report.codes == ["1.jpg": .readBack])
    #expect(try folder.names() == ["1.jpg"])
  }

  @Test("A source that changed after it was stored is kept")
  func changedSource() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    let report = try album.take(folder.bytes, options: options) { event in
      if case .stored = event { _ = try? folder.write(Media.jpeg(2), to: "1.jpg", modified: 5) }
    }
    #expect(report.codes == ["1.jpg": .changed])
    #expect(folder.read("1.jpg") == Media.jpeg(2))
  }

  @Test("What a link leads to is stored and kept")
  func links() throws {
    try folder.write(Media.jpeg(1), to: "real.jpg")
    #expect(symlink("real.jpg", "\(folder.path)/link.jpg") == 0)
    let report = try album.take(folder.bytes(of: "link.jpg"), options: options)
    #expect(report.stored == 1)
    #expect(report.codes == ["link.jpg": .notRemoved])
    #expect(try folder.names() == ["link.jpg", "real.jpg"])
  }

  @Test("A file named twice is no fault")
  func namedTwice() throws {
    let path = try folder.write(Media.jpeg(1), to: "1.jpg")
    let report = try album.take(path, folder.bytes, path, options: options)
    #expect(report.stored == 1)
    #expect(report.problems.isEmpty)
    #expect(try folder.names() == [])
  }

  @Test("A duplicate whose stored bytes are lost is stored again before it goes", arguments: [false, true])
  func duplicateOfUnreadableRow(intoCollection: Bool) throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    _ = try album.database.transaction { try album.database.execute("UPDATE part SET extents = ?1", .blob([])) }
    try folder.write(Media.jpeg(2, byteCount: 70_000), to: "2.jpg")
    var options = options
    if intoCollection { options.collection = "Summer" }
    let report = try album.take(folder.bytes, options: options)
    #expect(report.stored == 2)
    #expect(report.healed == 1)
    #expect(report.removed == 2)
    #expect(report.problems.isEmpty)
    #expect(try folder.names() == [])
    #expect(try album.names().sorted() == ["1.jpg", "2.jpg"])
    let check = try album.verify(repair: false, events: { _ in }, isCancelled: { false })
    #expect(check.damagedItems.isEmpty)
  }

  @Test("A duplicate whose stored bytes the disk does not give back is kept")
  func duplicateOnALyingDisk() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    vault.file.set(\.liesOnDirectReads, true)
    let report = try album.take(folder.bytes, options: options)
    #expect(report.removed == 0)
    #expect(report.codes == ["1.jpg": .readBack])
    #expect(try folder.names() == ["1.jpg"])
  }

  @Test("Cancelled, every file is in one place at least")
  func cancelling() throws {
    for i in 0..<60 { try folder.write(Media.jpeg(UInt64(i), byteCount: 30_000), to: "\(i).jpg") }
    var removed = 0
    let report = try album.importFiles([folder.bytes], options: options) { event in
      if case .removed = event { removed += 1 }
    } isCancelled: {
      removed >= 5
    }
    #expect(report.wasCancelled)
    let there = Set(try album.names())
    let left = Set(try folder.names())
    #expect(there.union(left) == Set((0..<60).map { "\($0).jpg" }))
    #expect(60 - left.count == report.removed)
  }

  @Test("Without being asked, no source is deleted")
  func keepsSources() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    try album.take(folder.bytes)
    #expect(try folder.names() == ["1.jpg"])
  }
}
