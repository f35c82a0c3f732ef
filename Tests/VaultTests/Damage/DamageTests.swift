// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Damage to a room")
struct DamageTests {
  private let room: PopulatedRoom

  init() throws { room = try PopulatedRoom() }

  private func partAt(_ page: Int) -> [Int] {
    room.parts.indices.filter { number in
      room.parts[number].part.extents.contains { $0.start <= page && page < $0.start + $0.pageCount }
    }
  }

  @Test(
    "Any one page zeroed costs nothing outside parts, and inside one that part only, and a repair makes all whole again"
  )
  func zeroedPages() throws {
    var partDamageCount = 0
    for page in 0..<PopulatedRoom.geometry.roomPageCount {
      var content = room.content
      content.replaceSubrange(room.range(ofPage: page), with: [UInt8](repeating: 0, count: 4096))
      let file = MemoryFile(content)
      let space = try room.open(file)
      let lost = room.losses(space)
      #expect(lost.pages == [], "page \(page)")
      #expect(lost.parts == partAt(page), "page \(page)")
      if !lost.parts.isEmpty {
        partDamageCount += 1
        #expect(throws: VaultError.damaged(.object)) { try space.content(of: room.parts[lost.parts[0]].part) }
      }
      let found = try space.report(room.partList, repair: true)
      let isRoot = [2, 6, 10, 14].contains(page)
      #expect(found.damagedRootSlotCount == (isRoot ? 1 : 0), "page \(page)")
      #expect(found.freeMapDifferenceCount == 0)
      let reopened = try room.open(file)
      #expect(try reopened.report(room.partList).isWhole, "page \(page) after \(found)")
      #expect(room.losses(reopened).pages == [] && room.losses(reopened).parts == lost.parts)
    }
    #expect(partDamageCount > 40)
  }

  @Test("Any one flipped bit likewise", arguments: 1...2 as ClosedRange<UInt64>)
  func flippedBits(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    for page in 0..<PopulatedRoom.geometry.roomPageCount {
      var content = room.content
      let byte = room.range(ofPage: page).lowerBound + Int.random(in: 0..<4096, using: &generator)
      content[byte] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      let lost = room.losses(try room.open(content))
      #expect(lost.pages == [], "byte \(byte)")
      // The last page of a part may hold noise behind its last chunk.
      #expect(lost.parts == [] || lost.parts == partAt(page), "byte \(byte)")
    }
  }

  @Test(
    "All first copies lost, or all mirrors, cost nothing, and a repair makes all whole again", arguments: [false, true])
  func oneSideLost(isMirror: Bool) throws {
    let vault = try VaultFile(MemoryFile(room.content), isWritable: false)
    let walk = try RoomWalk(room.content, vault, room: room.vault.albumRoom, masterKey: room.masterKey())
    var content = room.content
    for node in walk.nodes {
      content.replaceSubrange(
        room.range(ofPage: isMirror ? node.mirror : node.first), with: [UInt8](repeating: 0xFF, count: 4096))
    }
    let file = MemoryFile(content)
    let space = try room.open(file)
    #expect(room.losses(space) == ([], []))
    let report = try space.report(room.partList, repair: true)
    #expect(report.damagedCopyCount == walk.nodes.count && report.pageCount == walk.nodes.count)
    let reopened = try room.open(file)
    #expect(try reopened.report(room.partList).isWhole)
    #expect(room.losses(reopened) == ([], []))
  }

  @Test("A page lost in both copies is an error for what lies below it, never other bytes")
  func bothCopiesLost() throws {
    let vault = try VaultFile(MemoryFile(room.content), isWritable: false)
    let walk = try RoomWalk(room.content, vault, room: room.vault.albumRoom, masterKey: room.masterKey())
    for node in walk.nodes where node.tree == 0 {
      var content = room.content
      for page in [node.first, node.mirror] { content[room.range(ofPage: page).lowerBound + 9] ^= 4 }
      let space = try room.open(content)
      let span = node.level == 0 ? 1 : node.level == 1 ? 60 : 3600
      let below = (node.number * span)..<min((node.number + 1) * span, room.pageCount)
      let lost = room.losses(space)
      #expect(lost.pages == Array(below) && lost.parts == [])
      #expect(throws: VaultError.damaged(.page)) { try space.page(below.lowerBound) }
      #expect(throws: VaultError.damaged(.page)) { try space.report(room.partList) }
    }
  }

  @Test("A wrong free map is found and made right", arguments: 1...4 as ClosedRange<UInt64>)
  func freeMap(seed: UInt64) throws {
    let file = MemoryFile(room.content)
    let space = try room.open(file)
    // Told of one part less and of one that is not there, as after a fault of the index.
    var parts = room.partList
    let dropped = parts.remove(at: Int(seed) % parts.count)
    let differences = dropped.extents.reduce(0) { $0 + $1.pageCount }
    #expect(try space.report(parts, repair: true).freeMapDifferenceCount == differences)
    #expect(try space.report(parts).isWhole)
    let again = try room.open(file)
    #expect(try again.report(parts).isWhole)
    let bytes = [UInt8](repeating: UInt8(seed), count: 100_000)
    let added = try again.store(bytes)
    try again.commit()
    let walk = try RoomWalk(
      file.bytes, VaultFile(file, isWritable: false), room: room.vault.albumRoom, masterKey: room.masterKey())
    #expect(try walk.freeMapBits == walk.used(with: parts + [added]))
    #expect(walk.root.usedPageCount == walk.freeMapBits.count)
  }

  @Test("Pages swapped, pages of before put back, and pages of the other room never yield other content")
  func forgedPages() throws {
    var generator = SeededRandom(seed: 5)
    let pageCount = PopulatedRoom.geometry.roomPageCount
    let other = 1 - room.vault.albumRoom
    let zero = [UInt8](repeating: 0, count: 4096)
    for round in 0..<120 {
      var content = room.content
      let old = room.history[Int.random(in: 0..<room.history.count - 1, using: &generator)]
      for _ in 0..<[1, 4, 40][round % 3] {
        let page = Int.random(in: 0..<pageCount, using: &generator)
        switch round % 4 {
        case 0:
          let second = Int.random(in: 0..<pageCount, using: &generator)
          let kept = Array(content[room.range(ofPage: page)])
          content.replaceSubrange(room.range(ofPage: page), with: Array(content[room.range(ofPage: second)]))
          content.replaceSubrange(room.range(ofPage: second), with: kept)
        case 1:
          content.replaceSubrange(room.range(ofPage: page), with: Array(old[room.range(ofPage: page)]))
        case 2:
          let start = RoomWalk.offset(page, PopulatedRoom.geometry, other)
          content.replaceSubrange(room.range(ofPage: page), with: Array(content[start..<(start + 4096)]))
        default:
          content.replaceSubrange(
            room.range(ofPage: page), with: Array(content[room.range(ofPage: (page + 16) % pageCount)]))
        }
      }
      guard let space = try? room.open(content), space.sequence == 10 else { continue }
      for number in 0..<room.pageCount {
        if let page = try? space.page(number) { #expect(page == room.pages[number] ?? zero, "round \(round)") }
      }
      for (part, bytes) in room.parts {
        if let read = try? space.content(of: part) { #expect(read == bytes, "round \(round)") }
      }
    }
  }

  @Test("Roots of before put back open the older album or say that it is gone, and never mix the two")
  func replayedRoots() throws {
    for (number, old) in room.history.dropLast().enumerated() {
      var content = room.content
      for slot in 0..<4 {
        let range = room.range(ofPage: RoomLayout(PopulatedRoom.geometry).rootPage(slot))
        content.replaceSubrange(range, with: Array(old[range]))
      }
      let space = try room.open(content)
      let original = try room.open(old)
      #expect(space.sequence == UInt64(number + 3))
      #expect(space.indexPageCount == original.indexPageCount)
      for page in 0..<space.indexPageCount {
        if let read = try? space.page(page) { #expect(read == (try original.page(page))) }
      }
    }
  }

  @Test("Slots of one place copied to another open nothing there")
  func movedSlots() throws {
    let layout = RoomLayout(PopulatedRoom.geometry)
    var content = room.content
    let first = Array(content[room.range(ofPage: layout.slotPage(0))])
    for slot in 1..<6 { content.replaceSubrange(room.range(ofPage: layout.slotPage(slot)), with: first) }
    let opened = try #require(try SecretVault.slots(content).open(room.vault.album))
    #expect(opened.openSlots == [0])
    let other = RoomWalk.offset(0, PopulatedRoom.geometry, 1 - room.vault.albumRoom)
    content.replaceSubrange(other..<(other + 4096), with: first)
    #expect(try SecretVault.slots(content).open(room.vault.album)?.room == room.vault.albumRoom)
  }

  @Test("Bad spots that the disk cannot read cost as little as zeroed pages")
  func unreadablePages() throws {
    for page in stride(from: 0, to: PopulatedRoom.geometry.roomPageCount, by: 3) {
      let file = FlawedFile(MemoryFile(room.content))
      file.setBadSpots([room.range(ofPage: page)])
      let space = try room.open(file)
      let lost = room.losses(space)
      #expect(lost.pages == [] && lost.parts == partAt(page), "page \(page)")
    }
  }
}
