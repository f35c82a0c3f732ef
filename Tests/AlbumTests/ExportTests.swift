// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Vault

@testable import Album

@Suite("Exporting")
struct ExportTests {
  let vault: TestVault
  let album: Album
  let folder: TemporaryFolder
  let target: TemporaryFolder

  init() throws {
    vault = try TestVault(rows: 32)
    album = try vault.open()
    folder = try TemporaryFolder()
    target = try TemporaryFolder()
  }

  @discardableResult
  private func export(
    _ selection: ExportSelection = .all, to name: String? = nil, events: (ExportEvent) -> Void = { _ in }
  ) throws -> ExportReport {
    let destination = name.map(target.bytes(of:)) ?? target.bytes
    return try album.export(selection, to: destination, events: events, isCancelled: { false })
  }

  @Test("Bytes, names and times come back as they were")
  func restoresEverything() throws {
    let names: [[UInt8]] = [
      Array("man\u{303}ana.jpg".utf8), Array("ma\u{F1}ana.jpg".utf8), Array(".dot".utf8), [0xFF, 0xFE],
      Array("test ;).jpg".utf8), Array("CON.jpg".utf8), Array(String(repeating: "ж", count: 120).utf8),
      Array("<img onerror=x>.jpg".utf8),
    ]
    for (i, name) in names.enumerated() {
      let content = Media.jpeg(UInt64(i), byteCount: 10 + 65_520 * i)
      try folder.write(content, to: name, modified: Int64(i) * 100_000_000_123_456_789)
    }
    try album.take(folder.bytes)
    var exported: [[UInt8]] = []
    let report = try export(to: "new/folder") { event in
      if case .exported(_, let path, _, _) = event { exported.append(path) }
    }
    #expect(report.exported == names.count)
    #expect(report.problems.isEmpty)
    for name in names {
      let from = folder.bytes + [0x2F] + name
      let to = target.bytes(of: "new/folder") + [0x2F] + name
      #expect(target.read(to) == folder.read(from))
      #expect(target.modified(to) == folder.modified(from))
      #expect(exported.contains(to))
    }
    #expect(try target.names(in: "new/folder").count == names.count)
  }

  @Test("Films of many blocks come back whole, at and around the borders of blocks", arguments: [-1, 0, 1, 5000])
  func large(difference: Int) throws {
    for blocks in 1...2 {
      let content = Media.film(UInt64(blocks), byteCount: blocks * 16 * Part.chunkByteCount + difference)
      try folder.write(content, to: "\(blocks).mp4")
    }
    try album.take(folder.bytes)
    #expect(try export().exported == 2)
    for name in try folder.names() { #expect(target.read(name) == folder.read(name)) }
    let report = try album.verify(repair: false, events: { _ in }, isCancelled: { false })
    #expect(report.damagedItems.isEmpty)
  }

  @Test("No file is ever replaced, and every one of thirty equal names is there")
  func collisions() throws {
    for i in 0..<30 {
      try folder.makeFolder("\(i)")
      try folder.write(Media.jpeg(UInt64(i)), to: "\(i)/image.jpg")
    }
    try album.take(folder.bytes)
    try target.write([1, 2, 3], to: "image.jpg")
    try target.write([4], to: "image (3).jpg")
    let report = try export()
    #expect(report.exported == 30)
    #expect(target.read("image.jpg") == [1, 2, 3])
    #expect(target.read("image (3).jpg") == [4])
    #expect(try target.names().count == 32)
    let contents = try target.names().compactMap { target.read($0) }
    #expect(Set(contents).isSuperset(of: (0..<30).map { Media.jpeg(UInt64($0)) }))
  }

  @Test("A damaged item is named and leaves nothing, the others come")
  func damage() throws {
    for i in 0..<4 { try folder.write(Media.film(UInt64(i), byteCount: 200_000), to: "\(i).mp4") }
    try album.take(folder.bytes)
    let victim = try #require(try album.allItems().first)
    try damageObject(of: victim.id)
    let reopened = try vault.open()
    let report = try reopened.export(.all, to: target.bytes, events: { _ in }, isCancelled: { false })
    #expect(report.exported == 3)
    #expect(
      report.problems == [
        ExportProblem(id: victim.id, problem: Problem(path: victim.name, status: .failed, code: .damaged))
      ])
    #expect(try target.names().count == 3)
    let verified = try reopened.verify(repair: false, events: { _ in }, isCancelled: { false })
    #expect(verified.damagedItems == [DamagedItem(id: victim.id, name: victim.name)])
    #expect(verified.items == 4)
    #expect(verified.byteCount == 600_000)
  }

  @Test("Only what was chosen is exported: items in any order, a collection, the trash")
  func selections() throws {
    for i in 0..<6 { try folder.write(Media.jpeg(UInt64(i)), to: "\(i).jpg") }
    try album.take(folder.bytes)
    let items = try album.allItems()
    let collection = try album.createCollection(named: "Three")
    _ = try album.add(items[0..<3].map(\.id), toCollection: collection)
    _ = try album.trash(ids: [items[0].id])

    #expect(try export(.all, to: "all").exported == 5)
    #expect(try export(.trash, to: "trash").exported == 1)
    #expect(try export(.collection(collection), to: "collection").exported == 2)
    #expect(throws: AlbumError.noSuchCollection) { try export(.collection(3)) }
    let report = try export(.items([items[0].id, 42, items[4].id, items[0].id]), to: "items")
    #expect(report.exported == 2)
    #expect(report.problems.map(\.problem.code) == [.missing])
    #expect(report.problems.map(\.id) == [42])
  }

  @Test("Cancelled, it leaves no file that is not whole")
  func cancelling() throws {
    for i in 0..<30 { try folder.write(Media.jpeg(UInt64(i), byteCount: 100_000), to: "\(i).jpg") }
    try album.take(folder.bytes)
    var count = 0
    let report = try album.export(.all, to: target.bytes) { event in
      if case .exported = event { count += 1 }
    } isCancelled: {
      count >= 3
    }
    #expect(report.wasCancelled)
    #expect(report.exported < 30)
    #expect(report.exported + report.failed + report.notReached == 30)
    let names = try target.names()
    #expect(names.count == report.exported)
    for name in names { #expect(target.read(name) == folder.read(name)) }
  }

  @Test("A folder that cannot be had is an error of its own")
  func destinations() throws {
    try target.write([1], to: "file")
    #expect(throws: AlbumError.destination(code: ENOTDIR)) { try export(to: "file") }
    #expect(symlink(".", "\(target.path)/link") == 0)
    try folder.write(Media.jpeg(1), to: "1.jpg")
    try album.take(folder.bytes)
    #expect(try export(to: "link").exported == 1)
    #expect(target.read("1.jpg") == Media.jpeg(1))
  }

  @Test("Where a file cannot be without a name, it has a hidden one until it is whole")
  func namedFiles() throws {
    let place = try ExportFolder(target.bytes, takesUnnamed: false)
    let file = try place.makeFile()
    #expect(try target.names().allSatisfy { $0.hasPrefix(".agony-export-") })
    for byte: UInt8 in [1, 2, 3] { try withUnsafeBytes(of: byte) { try file.write($0) } }
    try file.complete(modified: -1)
    try target.write([9], to: "a.jpg")
    #expect(try file.publish(as: Array("a.jpg".utf8), item: 1) == Array("a (2).jpg".utf8))
    _ = try place.makeFile()  // given up at once
    _ = consume file
    #expect(try target.names() == ["a (2).jpg", "a.jpg"])
    #expect(target.modified(target.bytes(of: "a (2).jpg")) == -1)
  }

  /// Flips a bit in the first chunk of the item's object, wherever it lies in the file.
  private func damageObject(of id: Int64) throws {
    let part = try #require(try album.originals(ofItem: id).first?.parts?.first)
    let start = try #require(part.extents.first?.start)
    // Which of the two rooms it is, the test does not know: both are hit, and the other one is noise.
    let geometry = try VaultFile(vault.file, isWritable: false).geometry
    for room in 0..<geometry.rooms {
      vault.file.bytes[Int(geometry.offset(ofPage: start, room: room)) + 100] ^= 1
    }
  }
}
