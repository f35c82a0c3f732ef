// Agony
// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// The key slots of all rooms; docs/format/vault-v1.md, section 4.
package struct SlotTable: Sendable {
  let file: VaultFile

  package init(_ file: VaultFile) { self.file = file }

  /// Argon2id of a password in Normalization Form C: the one costly step of a log-in.
  package func stretch(_ password: SecretBytes) throws(VaultError) -> SecretBytes {
    let block = file.publicBlock
    do {
      return try Argon2id.derive(
        password: password, salt: Array(file.vaultHash[0..<Argon2id.saltByteCount]), passes: block.kdfPasses,
        memoryKiB: block.kdfMemoryKiB)
    } catch {
      throw .outOfMemory
    }
  }

  /// Reads every slot of every room and tries `secret` on each: the same reads and the same work whatever opens, and nil for every failure.
  package func open(_ secret: SecretBytes) throws(VaultError) -> OpenedRoom? {
    let geometry = file.geometry
    let layout = RoomLayout(geometry)
    var opened: [(room: Int, index: Int, slot: KeySlot)] = []
    for room in 0..<geometry.rooms {
      for index in 0..<RoomLayout.slotCount {
        let page = try readIfPossible(room: room, page: layout.slotPage(index))
        if let slot = KeySlot.open(page, secret: secret, vaultHash: file.vaultHash, room: room, slot: index) {
          opened.append((room, index, slot))
        }
      }
    }
    guard let newest = opened.max(by: { $0.slot.changeNumber < $1.slot.changeNumber }) else { return nil }
    let whole = opened.filter {
      $0.room == newest.room && $0.index < RoomLayout.passwordSlotCount
        && $0.slot.changeNumber == newest.slot.changeNumber && $0.slot.state == newest.slot.state
    }
    return OpenedRoom(
      room: newest.room, state: newest.slot.state, changeNumber: newest.slot.changeNumber,
      masterKey: newest.slot.masterKey, openSlots: whole.map(\.index))
  }

  /// Seals the room's master key under `secret` in all four password slots: W7. Either the old or the new secret opens at every moment.
  package func rewrite(_ opened: OpenedRoom, secret: SecretBytes) throws(VaultError) {
    try write(
      KeySlot(state: opened.state, changeNumber: opened.changeNumber &+ 1, masterKey: opened.masterKey),
      over: opened, secret: secret)
  }

  /// Of the two pairs, the one that `opened` stands on goes last: until the first is durable, nothing else may open the room.
  func write(_ slot: KeySlot, over opened: OpenedRoom, secret: SecretBytes) throws(VaultError) {
    let room = opened.room
    let layout = RoomLayout(file.geometry)
    let isFirstPairBetter = opened.openSlots.count { $0 < 2 } > opened.openSlots.count { $0 >= 2 }
    for pair in isFirstPairBetter ? [2..<4, 0..<2] : [0..<2, 2..<4] {
      for index in pair {
        let sealed = slot.seal(secret: secret, vaultHash: file.vaultHash, room: room, slot: index)
        try sealed.withRawBytes { (bytes) throws(VaultError) in
          try file.write(bytes, room: room, page: layout.slotPage(index))
        }
      }
      try file.synchronize()  // one pair opens at every moment
      for index in pair {
        let page = try read(room: room, page: layout.slotPage(index), direct: true)
        guard KeySlot.open(page, secret: secret, vaultHash: file.vaultHash, room: room, slot: index) != nil else {
          throw .damaged(.slot)
        }
      }
    }
  }

  /// A page that the disk cannot read is taken as one that opens nothing: that is what the other copies, and other rooms, are for.
  private func readIfPossible(room: Int, page: Int) throws(VaultError) -> [UInt8] {
    do {
      return try read(room: room, page: page)
    } catch .inputOutput {
      return [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    }
  }

  private func read(room: Int, page: Int, direct: Bool = false) throws(VaultError) -> [UInt8] {
    let buffer = BufferPool.shared.take()
    defer { BufferPool.shared.give(buffer) }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[0..<VaultGeometry.pageByteCount])
    try file.read(room: room, page: page, into: bytes, direct: direct)
    return Array(bytes)
  }
}
