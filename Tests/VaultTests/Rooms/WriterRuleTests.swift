// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("The writer rule")
struct WriterRuleTests {
  @Test(
    "A space writes into free pages and root slots of its own room, never into what the last two roots use",
    arguments: 1...4 as ClosedRange<UInt64>)
  func onlyFreePages(seed: UInt64) throws {
    let memory = MemoryFile()
    let file = FlawedFile(memory)
    let small = try SmallVault(on: file)
    let geometry = small.vaultFile.geometry
    let layout = RoomLayout(geometry)
    let model = SpaceModel()
    var generator = SeededRandom(seed: seed)
    var space = try small.open(0)
    var lastTwo: [Set<Int>] = [Set(layout.reservedPages), Set(layout.reservedPages)]
    for step in 0..<60 {
      if step % 7 == 6 { space = try small.open(0) }
      file.recordWrites()
      try model.step(space, using: &generator)
      let pair = Int(space.sequence % 2)
      for write in file.recordedWrites {
        for offset in stride(from: write.offset, to: write.offset + write.bytes.count, by: 4096) {
          let place = try #require(RoomWalk.place(offset, geometry))
          #expect(place.room == 0)
          if place.page == layout.rootPage(pair) || place.page == layout.rootPage(pair + 2) { continue }
          #expect(!lastTwo.contains { $0.contains(place.page) }, "page \(place.page), step \(step), seed \(seed)")
        }
      }
      let used = try RoomWalk(memory.bytes, small).used(with: model.now.acknowledged.parts.map(\.part))
      lastTwo = [lastTwo[1], used]
    }
  }

  @Test(
    "With two rooms in use and an enlargement, each write lies where it may", arguments: 1...2 as ClosedRange<UInt64>)
  func twoRooms(seed: UInt64) throws {
    let memory = MemoryFile()
    let file = FlawedFile(memory)
    let small = try SmallVault(geometry: VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 28), on: file)
    let vault = try VaultFile(file, isWritable: true)
    let spaces = try (0..<2).map { try Space(vault, room: $0, masterKey: small.masterKeys[$0]) }
    let models = [SpaceModel(), SpaceModel()]
    var generator = SeededRandom(seed: seed)
    for step in 0..<40 {
      file.recordWrites()
      let geometry = vault.geometry
      if step == 20 {
        let before = memory.bytes
        let target = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 40)
        try vault.enlarge(to: target) { _, _ in true }
        for write in file.recordedWrites {
          let isTail = write.offset >= before.count
          let isBlock = write.offset == 0 || write.offset == Int(geometry.secondPublicBlockOffset)
          #expect(isTail || (isBlock && write.bytes.count == 4096))
        }
        for room in 0..<2 { #expect(small.roomIsEqual(room, memory.bytes, before)) }
        continue
      }
      let room = Int.random(in: 0...1, using: &generator)
      try models[room].step(spaces[room], using: &generator)
      for write in file.recordedWrites {
        for offset in stride(from: write.offset, to: write.offset + write.bytes.count, by: 4096) {
          #expect(RoomWalk.place(offset, geometry)?.room == room)
        }
      }
    }
    for room in 0..<2 { #expect(models[room].fault(of: spaces[room], checkingFreeMap: true) == nil) }
  }

  @Test("Reading writes nothing")
  func readingWritesNothing() throws {
    let vault = try SecretVault()
    let file = FlawedFile(MemoryFile(vault.content))
    file.recordWrites()
    let slots = try SecretVault.slots(file)
    let space = try Space(slots.file, try #require(try slots.open(vault.album)))
    #expect(try space.page(0) == SecretVault.mark)
    #expect(try slots.open(SecretBytes.random(count: 32)) == nil)
    #expect(try space.report([]).isWhole)
    _ = space.capacity
    #expect(file.recordedWrites.isEmpty)
  }

  @Test("A write outside the room ends the process before it reaches the file")
  func outside() async {
    for page in [0, 31] {
      await #expect(processExitsWith: .failure) { [page = page as Int] in
        let vault = try SecretVault()
        let file = try VaultFile(MemoryFile(vault.content), isWritable: true)
        try [UInt8](repeating: 0, count: 4096).withUnsafeBytes { bytes in
          // One room too far: row 0 of it is where copy B of the public block and room 0 lie.
          try file.write(bytes, room: 2, page: page)
        }
      }
    }
    await #expect(processExitsWith: .failure) {
      let vault = try SecretVault()
      let file = try VaultFile(MemoryFile(vault.content), isWritable: true)
      try [UInt8](repeating: 0, count: 4096).withUnsafeBytes { try file.write($0, room: -1, page: 20) }
    }
  }

  @Test("A page past the end of the room is refused")
  func pastTheEnd() throws {
    let vault = try SecretVault()
    let memory = MemoryFile(vault.content)
    let file = try VaultFile(memory, isWritable: true)
    for (page, count) in [(32, 1), (31, 2), (-1, 1), (1 << 48, 1)] {
      #expect(throws: VaultError.damaged(.page)) {
        try [UInt8](repeating: 0, count: 4096 * count).withUnsafeBytes { try file.write($0, room: 0, page: page) }
      }
    }
    #expect(memory.bytes == vault.content)
  }
}
