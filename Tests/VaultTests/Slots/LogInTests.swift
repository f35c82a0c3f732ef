// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Logging in")
struct LogInTests {
  @Test("A slot the disk cannot read, in whichever room, keeps no album from opening")
  func unreadableSlot() throws {
    let vault = try SecretVault()
    let layout = RoomLayout(SecretVault.geometry)
    for room in 0..<SecretVault.geometry.rooms {
      for slot in 0..<RoomLayout.slotCount {
        let file = FlawedFile(MemoryFile(vault.content))
        let offset = Int(SecretVault.geometry.offset(ofPage: layout.slotPage(slot), room: room))
        file.setBadSpots([offset..<(offset + 4096)])
        let opened = try #require(try SecretVault.slots(file).open(vault.album))
        #expect(opened.isWhole == (room != vault.albumRoom || slot >= RoomLayout.passwordSlotCount))
      }
    }
  }

  @Test("The same places are read in the same order, whatever opens and however many albums there are")
  func sameReads() throws {
    let geometry = VaultGeometry(rooms: 4, brickByteCount: 64 << 10, rows: 1)
    var seen: Set<[Range<Int>]> = []
    for albums in 0...4 {
      let secrets = (0..<albums).map { _ in SecretBytes.random(count: 32) }
      let memory = MemoryFile()
      let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
      let rooms = secrets.enumerated().map { VaultCreation.Room(secret: $1, isSpare: $0 == 2) }
      try creation.fill(memory, rooms: rooms) { _, _ in true }
      for secret in secrets + [SecretBytes.random(count: 32)] {
        let file = PowerCutFile(memory.bytes)
        let slots = try SecretVault.slots(file)
        file.recordReads()
        let opened = try slots.open(secret)
        #expect((opened != nil) == secrets.contains { $0 === secret })
        seen.insert(file.recordedReads)
      }
    }
    #expect(seen.count == 1)
    let expected = (0..<4).flatMap { room in
      [0, 4, 8, 12, 1, 9].map { page in
        RoomWalk.offset(page, geometry, room)..<(RoomWalk.offset(page, geometry, room) + 4096)
      }
    }
    #expect(seen.first == expected)
  }

  @Test("A change number decides between slots of one room that open alike but differ")
  func changeNumber() throws {
    let vault = try SecretVault()
    let file = MemoryFile(vault.content)
    let slots = try SecretVault.slots(file)
    let opened = try #require(try slots.open(vault.album))
    let layout = RoomLayout(SecretVault.geometry)
    let newer = KeySlot(state: .album, changeNumber: opened.changeNumber + 5, masterKey: SecretBytes.random(count: 32))
    let page = newer.seal(secret: vault.album, vaultHash: slots.file.vaultHash, room: opened.room, slot: 3)
    try page.withUnsafeBytes { try slots.file.write($0, room: opened.room, page: layout.slotPage(3)) }
    let found = try #require(try slots.open(vault.album))
    #expect(found.changeNumber == opened.changeNumber + 5 && !found.isWhole)
    #expect(found.masterKey.bytes == newer.masterKey.bytes)
  }
}
