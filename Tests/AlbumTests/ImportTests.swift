// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Vault

@testable import Album

@Suite("Importing")
struct ImportTests {
  let vault: TestVault
  let album: Album
  let folder: TemporaryFolder

  init() throws {
    vault = try TestVault()
    album = try vault.open()
    folder = try TemporaryFolder()
  }

  @Test("What is reported as stored is there, whole, in the file as it is at that moment")
  func receiptsAreDurable() throws {
    for i in 0..<12 { try folder.write(Media.jpeg(UInt64(i), byteCount: 1000 + 50_000 * i), to: "\(i).jpg") }
    var receipts = 0
    let report = try album.take(folder.bytes) { event in
      guard case .stored(let path, let id, let sha256, let byteCount, _) = event else { return }
      receipts += 1
      do {
        let copy = try vault.openCopy()
        let detail = try #require(try copy.item(id: id))
        #expect(detail.summary.sha256 == sha256)
        #expect(detail.summary.byteCount == byteCount)
        let original = try #require(try copy.originals(ofItem: id).first)
        var bytes: [UInt8] = []
        try original.read(through: ObjectStream(space: copy.space)) { bytes += $0 }
        #expect(bytes == folder.read(path))
      } catch {
        Issue.record(error)
      }
    }
    #expect(receipts == 12)
    #expect(report.stored == 12)
    #expect(try album.counts() == AlbumCounts(items: 12, trashed: 0, pending: 12, byteCount: report.byteCount))
  }

  @Test("A second import finds everything there")
  func duplicates() throws {
    for i in 0..<5 { try folder.write(Media.jpeg(UInt64(i)), to: "\(i).jpg") }
    try album.take(folder.bytes)
    let before = vault.file.bytes
    let report = try album.take(folder.bytes)
    #expect(report.duplicates == 5)
    #expect(report.stored == 0)
    #expect(vault.file.bytes == before)
  }

  @Test("Equal files are stored once, however many are under way at once")
  func equalFilesAtOnce() throws {
    for i in 0..<40 {
      try folder.write(Media.jpeg(UInt64(i % 3), byteCount: 200_000), to: "\(i).jpg")
    }
    let report = try album.take(folder.bytes)
    #expect(report.stored == 3)
    #expect(report.duplicates == 37)
    #expect(try album.counts().items == 3)
    #expect(try album.verify(repair: false, events: { _ in }, isCancelled: { false }).pages.isWhole)
  }

  @Test("Thirty different files of one name are thirty items")
  func sameNames() throws {
    for i in 0..<30 {
      try folder.makeFolder("\(i)")
      try folder.write(Media.jpeg(UInt64(i)), to: "\(i)/image.jpg")
    }
    #expect(try album.take(folder.bytes).stored == 30)
    #expect(try album.names() == [String](repeating: "image.jpg", count: 30))
  }

  @Test("What is no photo or film is skipped with its reason, and the rest goes in")
  func refusals() throws {
    try folder.write(Media.jpeg(1), to: "good.jpg")
    try folder.write(Media.film(2), to: "good.txt")
    try folder.write(Array("<!DOCTYPE html><title>Sign in</title>".utf8), to: "page.jpg")
    try folder.write(Array("{\"a\":1}".utf8), to: "json.jpg")
    try folder.write([], to: "empty.jpg")
    #expect(mkfifo("\(folder.path)/fifo.jpg", 0o600) == 0)
    let report = try album.take(folder.bytes, folder.bytes(of: "missing.jpg"))
    #expect(try album.names() == ["good.jpg", "good.txt"])
    #expect(report.skipped == 4)
    #expect(report.failed == 1)
    #expect(
      report.codes == [
        "page.jpg": .notMedia, "json.jpg": .notMedia, "empty.jpg": .empty, "fifo.jpg": .notRegular,
        "missing.jpg": .notFound,
      ])
    #expect(report.problems.first { $0.path == folder.bytes(of: "page.jpg") }?.refusal == .html)
  }

  @Test("Name, kind, time and hash are kept", arguments: [1_420_070_400_123_456_789, -86_400_000_000_001, 0])
  func metadata(modified: Int64) throws {
    try folder.write(Media.film(3), to: "film.MOV", modified: max(modified, 0))
    try album.take(folder.bytes)
    let item = try #require(try album.allItems().first)
    #expect(item.kind == .film)
    #expect(item.format == "mp4")
    #expect(item.modified == max(modified, 0))
    #expect(item.takenSource == .fileTime)
    let local = LocalTime(
      secondsSince1970: max(modified, 0) / 1_000_000_000, nanoseconds: max(modified, 0) % 1_000_000_000)
    #expect(item.taken == local.microseconds)
  }

  @Test(
    "A source that grows, shrinks or is replaced while it is read fails, and nothing of it is stored", arguments: 0..<3)
  func changingSource(kind: Int) throws {
    let path = try folder.write(Media.jpeg(1, byteCount: 300_000), to: "a.jpg")
    try folder.write(Media.jpeg(2), to: "b.jpg")
    let used = album.capacity.availableByteCount
    var reports = ImportReport()
    reports = try album.take(folder.bytes) { event in
      guard case .started(path, _) = event else { return }
      switch kind {
      case 0: _ = try? folder.write(Media.jpeg(1, byteCount: 300_001), to: "a.jpg")
      case 1: _ = folder.withPath(path) { truncate($0, 1000) }
      default:
        _ = try? folder.write(Media.jpeg(9, byteCount: 300_000), to: "new")
        _ = rename("\(folder.path)/new", "\(folder.path)/a.jpg")
      }
    }
    #expect(reports.codes == ["a.jpg": .changed])
    #expect(try album.names() == ["b.jpg"])
    #expect(used - album.capacity.availableByteCount < 200_000)
  }

  @Test("Cancelling keeps what was finished, and the album is usable at once")
  func cancelling() throws {
    for i in 0..<150 { try folder.write(Media.jpeg(UInt64(i), byteCount: 20_000), to: "\(i).jpg") }
    var begun = 0
    let report = try album.importFiles([folder.bytes], options: ImportOptions()) { event in
      if case .started = event { begun += 1 }
    } isCancelled: {
      begun >= 60
    }
    #expect(report.wasCancelled)
    #expect(report.stored >= 30)
    #expect(report.stored < 150)
    #expect(report.stored + report.failed + report.notReached == 150)
    #expect(try album.counts().items == report.stored)
    #expect(try vault.openCopy().counts().items == report.stored)
    #expect(try album.take(folder.bytes).stored == 150 - report.stored)
  }

  @Test("What finds no room is named, and what is smaller still fits")
  func noRoom() throws {
    try folder.write(Media.jpeg(1, byteCount: 1_500_000), to: "1.jpg")
    try folder.write(Media.film(2, byteCount: 3_000_000), to: "2.mp4")
    try folder.write(Media.jpeg(3, byteCount: 400_000), to: "3.jpg")
    var available: Int64 = 0
    let report = try album.take(folder.bytes) { event in
      if case .ready(_, let byteCount, let room) = event { available = byteCount - room }
    }
    #expect(available > 0)  // a person could be warned
    // Whichever of the large ones came second.
    #expect(report.problems.map(\.code) == [.noRoom])
    #expect(report.ranOutOfRoom)
    #expect(report.stoppedBy == nil)
    #expect(try album.names().contains("3.jpg"))
    #expect(try album.counts().items == 2)
    #expect(try album.take(folder.bytes).duplicates == 2)
  }

  @Test("A room filled to the last photo is still whole, can be emptied, and takes photos again")
  func fullRoom() throws {
    for i in 0..<120 { try folder.write(Media.jpeg(UInt64(i), byteCount: 60_000), to: "\(i).jpg") }
    let report = try album.take(folder.bytes)
    #expect(report.ranOutOfRoom)
    #expect(report.stored + report.failed == 120)
    #expect(report.stored > 40)
    #expect(try vault.openCopy().verify(repair: false, events: { _ in }, isCancelled: { false }).pages.isWhole)
    let ids = try album.allItems().map(\.id)
    #expect(try album.trash(ids: ids) == [])
    #expect(try album.deleteForEver(ids: ids) == [])
    let again = try album.take(folder.bytes)
    #expect(again.stored >= report.stored - 5)  // the index has grown meanwhile
  }

  @Test("After a failed sync nothing is called stored, and reopened the album is as it was")
  func failedCommit() throws {
    try folder.write(Media.jpeg(0), to: "0.jpg")
    try album.take(folder.bytes)
    for i in 1..<6 { try folder.write(Media.jpeg(UInt64(i)), to: "\(i).jpg") }
    vault.file.set(\.failsToSynchronize, true)
    let report = try album.take(folder.bytes)
    #expect(report.stored == 0)
    #expect(report.duplicates == 1)
    #expect(report.failed == 5)
    #expect(report.stoppedBy != nil)
    #expect(Set(report.problems.map(\.code)) == [.stopped])
    #expect(try album.names() == ["0.jpg"])
    vault.file.set(\.failsToSynchronize, false)
    #expect(throws: AlbumError.self) { try album.take(folder.bytes) }
    let reopened = try vault.open()
    #expect(try reopened.names() == ["0.jpg"])
    #expect(try reopened.take(folder.bytes).stored == 5)
  }

  @Test("After a failed write of a photo the rest is named as not stored")
  func failedWrite() throws {
    for i in 0..<50 { try folder.write(Media.jpeg(UInt64(i), byteCount: 50_000), to: "\(i).jpg") }
    vault.file.set(\.failsToWrite, true)
    let report = try album.take(folder.bytes)
    #expect(report.failed == 50)
    #expect(Set(report.problems.map(\.code)) == [.stopped])
    #expect(try vault.openCopy().counts().items == 0)
  }

  @Test("A dry run says what would happen, and changes no byte")
  func dryRun() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    try folder.write(Media.jpeg(1), to: "same.jpg")
    try folder.write(Media.jpeg(2), to: "2.jpg")
    try folder.write(Media.jpeg(2), to: "3.jpg")
    try folder.write(Media.film(4, byteCount: 5_000_000), to: "big.mp4")
    try folder.write(Array("text".utf8), to: "t.jpg")
    let before = vault.file.bytes
    var options = ImportOptions()
    options.dryRun = true
    let report = try album.take(folder.bytes, options: options)
    #expect(report.stored == 1)
    #expect(report.duplicates == 3)
    #expect(report.codes == ["t.jpg": .notMedia, "big.mp4": .noRoom])
    #expect(vault.file.bytes == before)
  }

  @Test("A duplicate of something in the trash brings it back, and says so")
  func restoredDuplicate() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    let id = try #require(try album.allItems().first?.id)
    #expect(try album.trash(ids: [id]) == [])
    var restored: [Int64] = []
    let report = try album.take(folder.bytes) { event in
      if case .duplicate(_, let id, _, _, true) = event { restored.append(id) }
    }
    #expect(restored == [id])
    #expect(report.restored == 1)
    #expect(try album.names() == ["1.jpg"])
  }

  @Test("Everything goes into the collection that was named, what was there already too")
  func collection() throws {
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    try folder.write(Media.jpeg(2), to: "2.jpg")
    try folder.write(Media.jpeg(2), to: "twin.jpg")
    var options = ImportOptions()
    options.collection = "Summer"
    try album.take(folder.bytes, options: options)
    let collection = try #require(try album.collections().first)
    #expect(collection.name == "Summer")
    #expect(collection.itemCount == 2)
    options.collection = "a\nb"
    #expect(throws: AlbumError.invalidCollectionName) { try album.take(folder.bytes, options: options) }
  }

  @Test("Progress ends at the totals that were announced")
  func progress() throws {
    try folder.write(Media.jpeg(1, byteCount: 100_000), to: "1.jpg")
    try folder.write(Media.jpeg(1, byteCount: 100_000), to: "2.jpg")
    try folder.write(Array("text".utf8), to: "3.jpg")
    var total: (Int, Int64) = (0, 0)
    var last: (Int, Int64) = (0, 0)
    try album.take(folder.bytes) { event in
      switch event {
      case .ready(let fileCount, let byteCount, _): total = (fileCount, byteCount)
      case .progress(let fileCount, let byteCount): last = (fileCount, byteCount)
      default: break
      }
    }
    #expect(total == (3, 200_004))
    #expect(last == total)
  }
}
