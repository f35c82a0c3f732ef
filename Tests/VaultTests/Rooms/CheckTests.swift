// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("Checking a room")
struct CheckTests {
  @Test("An index that shrank by whole map pages is whole, and stays so after a repair and regrowth")
  func shrunkIndex() throws {
    let memory = MemoryFile()
    let small = try SmallVault(on: memory)
    let space = try small.open(0)
    var generator = SeededRandom(seed: 3)
    for number in [0, 59, 60, 200, 4000] { try space.setPage(number, generator.bytes(4096)) }
    try space.commit()
    for count in [3700, 130, 60, 1, 0] {
      try space.truncateIndex(to: count)
      try space.commit()
      #expect(try space.report([]).isWhole, "cut to \(count)")
      #expect(try small.open(0).report([]).isWhole, "cut to \(count), reopened")
      // No map page is left behind the end: nothing could ever write it anew.
      for node in try RoomWalk(memory.bytes, small).nodes where node.tree == 0 {
        #expect(node.number * TreePath.leafCapacity(depth: node.level) < count, "cut to \(count)")
      }
    }
    let page = generator.bytes(4096)
    try space.setPage(4000, page)
    try space.commit()
    #expect(try space.page(4000) == page)
    #expect(try space.report([], repair: true).isWhole)
  }

  @Test("A space that a failed sync stopped is checked without a crash", arguments: [0, 1])
  func stoppedSpace(sync: Int) throws {
    let made = PowerCutFile()
    let small = try SmallVault(on: made)
    let file = PowerCutFile(made.content, fault: PowerCutFile.Fault(.syncError, at: sync))
    let space = try small.open(0, on: file)
    try space.setPage(0, [UInt8](repeating: 1, count: 4096))
    #expect(throws: VaultError.self) { try space.commit() }
    #expect(try space.report([]).damagedCopyCount == 0)
    #expect(try space.page(0) == [UInt8](repeating: 0, count: 4096))
  }
}
