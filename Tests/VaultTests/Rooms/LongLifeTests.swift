// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("A long life")
struct LongLifeTests {
  private struct Model {
    var pages: [Int: [UInt8]] = [:]
    var pageCount = 0
    var parts: [(part: Part, bytes: [UInt8])] = []
  }

  @Test(
    "Two thousand operations, commits and reopenings at random leave what a model says, and the free map right",
    arguments: 1...2 as ClosedRange<UInt64>)
  func randomOperations(seed: UInt64) throws {
    let memory = MemoryFile()
    let small = try SmallVault(geometry: VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 48), on: memory)
    let untouched = memory.bytes
    var generator = SeededRandom(seed: seed)
    var space = try small.open(0)
    var committed = Model()
    var current = Model()
    var added: [Part] = []
    var fullCount = 0
    func rollBack() {
      space.rollBack()
      space.discardOverlay()
      for part in added { space.abandon(part) }
      added = []
      current = committed
    }
    func expectAll(_ space: Space, _ model: Model, _ step: Int) throws {
      let zero = [UInt8](repeating: 0, count: 4096)
      #expect(space.indexPageCount == model.pageCount)
      for number in 0..<model.pageCount {
        #expect(try space.page(number) == model.pages[number] ?? zero, "page \(number), step \(step), seed \(seed)")
      }
      for (part, bytes) in model.parts { #expect(try space.content(of: part) == bytes, "step \(step), seed \(seed)") }
    }
    for step in 0..<2000 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<35:
        let number = Int.random(in: 0..<(step % 400 < 200 ? 150 : 20), using: &generator)
        current.pages[number] = generator.bytes(4096)
        current.pageCount = max(current.pageCount, number + 1)
        try space.setPage(number, current.pages[number] ?? [])
      case 35..<40:
        current.pageCount = Int.random(in: 0...current.pageCount, using: &generator)
        current.pages = current.pages.filter { $0.key < current.pageCount }
        try space.truncateIndex(to: current.pageCount)
      case 40..<65:
        let bytes = generator.bytes(Int.random(in: 1...(step % 10 == 0 ? 400_000 : 30_000), using: &generator))
        let isExpected = Bool.random(using: &generator)
        let isFull = try lacksRoom {
          let part = try space.store(bytes, expected: isExpected)
          added.append(part)
          current.parts.append((part, bytes))
        }
        if isFull { fullCount += 1 }
      case 65..<72 where !current.parts.isEmpty:
        space.release(current.parts.remove(at: Int.random(in: 0..<current.parts.count, using: &generator)).part)
      case 72..<75:
        let writer = try? space.makePartWriter(expectedByteCount: 5000)
        try? generator.bytes(9000).withUnsafeBytes { try writer?.write($0) }
        writer?.cancel()
      case 75..<78:
        rollBack()
      case 78..<82:
        rollBack()
        space = try small.open(0)
        #expect(try space.report(committed.parts.map(\.part)).isWhole, "step \(step), seed \(seed)")
        let walk = try RoomWalk(memory.bytes, small)
        if walk.root.sequence > 1 {
          #expect(try walk.freeMapBits == walk.used(with: committed.parts.map(\.part)), "step \(step), seed \(seed)")
        }
        #expect(walk.root.usedPageCount == max(10, walk.freeMapBits.count))
        try expectAll(space, committed, step)
      default:
        let usesReserve = Int.random(in: 0..<3, using: &generator) == 0
        if try lacksRoom({ try space.commit(usingReserve: usesReserve) }) {
          fullCount += 1
          rollBack()
          // Make room, as a person would.
          for _ in 0..<committed.parts.count / 2 { space.release(current.parts.removeFirst().part) }
          try space.commit(usingReserve: true)
        }
        committed = current
        added = []
      }
    }
    rollBack()
    try expectAll(try small.open(0), committed, 2000)
    #expect(small.roomIsEqual(1, memory.bytes, untouched))
    #expect(fullCount > 10)
  }
}
