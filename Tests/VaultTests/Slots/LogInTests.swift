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
}
