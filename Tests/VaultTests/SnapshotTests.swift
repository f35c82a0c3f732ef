// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("A snapshot")
struct SnapshotTests {
  @Test("Shows the same pages and parts whatever is committed meanwhile, and lets the room go afterwards")
  func readsOldState() throws {
    let small = try SmallVault(geometry: VaultGeometry(rooms: 1, brickByteCount: 64 << 10, rows: 96))
    let space = try small.open(0)
    let model = SpaceModel()
    var generator = SeededRandom(seed: 5)
    for _ in 0..<4 { try model.step(space, using: &generator) }
    let then = model.now.acknowledged
    var pinned: Int64 = 0
    do {
      let snapshot = space.snapshot()
      for _ in 0..<12 {
        try model.step(space, using: &generator)
        #expect(snapshot.indexPageCount == then.pageCount)
        var page = [UInt8](repeating: 0, count: 4096)
        for (number, content) in then.pages {
          try page.withUnsafeMutableBytes { try snapshot.readIndexPage(number, into: $0) }
          #expect(page == content)
        }
        for (part, bytes) in then.parts {
          var read = [UInt8](repeating: 0, count: bytes.count)
          try read.withUnsafeMutableBytes { try snapshot.space.read(part, at: 0, into: $0) }
          #expect(read == bytes)
        }
      }
      pinned = withExtendedLifetime(snapshot) { space.capacity.availableByteCount }
    }
    #expect(space.capacity.availableByteCount > pinned)
    for _ in 0..<60 { try model.step(space, using: &generator) }
    #expect(model.fault(of: space, checkingFreeMap: true) == nil)
  }
}
