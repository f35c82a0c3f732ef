// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("A full room")
struct FullRoomTests {
  private static let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 16)

  /// Parts of 40 kB, one commit each, until there is no room.
  private static func fill(_ space: Space, _ generator: inout SeededRandom) throws -> [(part: Part, bytes: [UInt8])] {
    var stored: [(part: Part, bytes: [UInt8])] = []
    while true {
      let bytes = generator.bytes(Int.random(in: 1...40_000, using: &generator))
      guard let part = try add(bytes, page: stored.count % 70, to: space) else { return stored }
      stored.append((part, bytes))
    }
  }

  /// nil, with everything as before, if there is no room.
  private static func add(_ bytes: [UInt8], page: Int, to space: Space) throws -> Part? {
    var written: Part?
    do {
      let part = try space.store(bytes)
      written = part
      try space.setPage(page, [UInt8](repeating: bytes[0], count: 4096))
      try space.commit()
      return part
    } catch {
      guard error as? VaultError == .noRoom else { throw error }
      space.rollBack()
      space.discardOverlay()
      if let written { space.abandon(written) }
      return nil
    }
  }

  private static func expectAll(_ stored: [(part: Part, bytes: [UInt8])], in space: Space) throws {
    for (part, bytes) in stored { #expect(try space.content(of: part) == bytes) }
    #expect(try space.report(stored.map(\.part)).isWhole)
  }

  @Test("A full room keeps all that was stored, and what did not fit leaves no trace")
  func noRoom() throws {
    let small = try SmallVault(geometry: FullRoomTests.geometry)
    let space = try small.open(0)
    var generator = SeededRandom(seed: 1)
    let stored = try FullRoomTests.fill(space, &generator)
    #expect(stored.count > 20)
    let capacity = space.capacity
    for _ in 0..<5 {
      #expect(throws: VaultError.noRoom) { try space.makePartWriter(expectedByteCount: 1 << 40) }
      #expect(throws: VaultError.noRoom) { try space.store(generator.bytes(3_000_000), expected: false) }
      #expect(space.capacity == capacity)
      #expect(space.isWritable)
    }
    try FullRoomTests.expectAll(stored, in: space)
    try FullRoomTests.expectAll(stored, in: try small.open(0))
  }

  @Test("Everything can be deleted from a full room, one by one, with a page of the index changed each time")
  func deleting() throws {
    let small = try SmallVault(geometry: FullRoomTests.geometry)
    let space = try small.open(0)
    let empty = space.capacity
    var generator = SeededRandom(seed: 2)
    for round in 0..<4 {
      var stored = try FullRoomTests.fill(space, &generator)
      while !stored.isEmpty {
        let gone = stored.remove(at: Int.random(in: 0..<stored.count, using: &generator))
        space.release(gone.part)
        try space.setPage(Int.random(in: 0..<70, using: &generator), generator.bytes(4096))
        try space.commit(usingReserve: true)
        if stored.count % 10 == 0 { try FullRoomTests.expectAll(stored, in: space) }
      }
      try space.truncateIndex(to: 0)
      for _ in 0..<2 { try space.commit(usingReserve: true) }
      // Only the free map is left: one leaf, twice.
      #expect(space.capacity.usedByteCount - empty.usedByteCount == 2 * 4096, "round \(round)")
      #expect(empty.availableByteCount - space.capacity.availableByteCount <= 4 * 4096, "round \(round)")
    }
  }

  @Test("An index that grows until there is no room leaves enough to delete and to change what is there")
  func growingIndex() throws {
    let small = try SmallVault(geometry: FullRoomTests.geometry)
    let space = try small.open(0)
    let part = try space.store([UInt8](repeating: 1, count: 200_000))
    try space.commit()
    var number = 0
    while true {
      for page in number..<(number + 3) { try space.setPage(page, [UInt8](repeating: 1, count: 4096)) }
      guard try !lacksRoom({ try space.commit() }) else { break }
      number += 3
    }
    space.discardOverlay()
    #expect(number > 30 && space.indexPageCount == number)
    space.release(part)
    try space.setPage(0, [UInt8](repeating: 3, count: 4096))
    try space.commit(usingReserve: true)
    #expect(try small.open(0).page(0) == [UInt8](repeating: 3, count: 4096))
    try space.setPage(1, [UInt8](repeating: 3, count: 4096))
    try space.commit(usingReserve: true)
    // What was deleted is room again.
    try space.setPage(2, [UInt8](repeating: 3, count: 4096))
    try space.commit()
    #expect(try space.report([]).isWhole)
  }

  @Test("Room of a deleted part comes back with the commit after the one that dropped it, and no sooner")
  func roomComesBack() throws {
    let small = try SmallVault(geometry: FullRoomTests.geometry)
    let space = try small.open(0)
    let part = try space.store([UInt8](repeating: 3, count: 300_000))
    try space.commit()
    try space.commit()
    let before = space.capacity.availableByteCount
    let size = Int64(part.extents.reduce(0) { $0 + $1.pageCount }) * 4096
    space.release(part)
    try space.commit()
    #expect(space.capacity.availableByteCount < before + size / 2)
    try space.commit()
    #expect(abs(space.capacity.availableByteCount - before - size) <= 4 * 4096)
  }

  @Test("What is cancelled, abandoned or rolled back gives its room back at once")
  func givenBack() throws {
    let small = try SmallVault(geometry: FullRoomTests.geometry)
    let space = try small.open(0)
    let kept = try space.store([UInt8](repeating: 1, count: 10_000))
    try space.commit()
    try space.commit()
    let before = space.capacity
    let writer = try space.makePartWriter(expectedByteCount: 200_000)
    #expect(space.capacity.availableByteCount < before.availableByteCount)
    try [UInt8](repeating: 2, count: 150_000).withUnsafeBytes { try writer.write($0) }
    writer.cancel()
    #expect(space.capacity == before)
    do {
      let dropped = try space.makePartWriter(expectedByteCount: 200_000)
      try [UInt8](repeating: 2, count: 5).withUnsafeBytes { try dropped.write($0) }
    }
    #expect(space.capacity == before)
    let part = try space.store([UInt8](repeating: 2, count: 150_000))
    space.release(kept)
    space.rollBack()
    space.abandon(part)
    #expect(space.capacity == before)
    // Shorter than was said: the rest is given back.
    let short = try space.makePartWriter(expectedByteCount: 500_000)
    try [UInt8](repeating: 2, count: 5).withUnsafeBytes { try short.write($0) }
    space.abandon(try short.finish().part)
    #expect(space.capacity == before)
    #expect(try space.content(of: kept) == [UInt8](repeating: 1, count: 10_000))
  }

  @Test("A part scattered over the gaps of a full room, across borders of bricks, comes back whole, in any slice")
  func manyExtents() throws {
    let small = try SmallVault(geometry: VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 64))
    let space = try small.open(0)
    var generator = SeededRandom(seed: 6)
    var stored: [Part] = []
    while let part = try? space.store(generator.bytes(4000)) { stored.append(part) }
    try space.commit(usingReserve: true)
    for (number, part) in stored.enumerated() where number % 2 == 0 { space.release(part) }
    for _ in 0..<2 { try space.commit(usingReserve: true) }
    let bytes = generator.bytes(1_200_000)
    let part = try space.store(bytes)
    try space.commit()
    #expect(part.extents.count > 100)
    let encoded = try Part(seed: part.seed, byteCount: part.byteCount, encodedExtents: part.encodedExtents)
    #expect(encoded == part)
    let again = try small.open(0)
    #expect(try again.content(of: part) == bytes)
    for _ in 0..<200 {
      let from = Int.random(in: 0..<bytes.count, using: &generator)
      let count = Int.random(in: 0...min(bytes.count - from, 200_000), using: &generator)
      var slice = [UInt8](repeating: 0, count: count)
      try slice.withUnsafeMutableBytes { try again.read(part, at: Int64(from), into: $0) }
      #expect(slice == Array(bytes[from..<(from + count)]), "\(count) from \(from)")
    }
  }
}
