// Agony
// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// Makes a new vault file: every byte of it in one pass; docs/format/vault-v1.md, section 9, W10.
package struct VaultCreation: Sendable {
  /// A room that begins with a password: an album, or a spare whose password is a claim code.
  package struct Room: Sendable {
    let secret: SecretBytes
    let isSpare: Bool

    /// `secret`: from `stretch`.
    package init(secret: SecretBytes, isSpare: Bool) {
      self.secret = secret
      self.isSpare = isSpare
    }
  }

  let block: PublicBlock
  private let vaultHash: [UInt8]

  package init(geometry: VaultGeometry, kdfMemoryKiB: Int, kdfPasses: Int) {
    block = PublicBlock(
      geometry: geometry, kdfMemoryKiB: kdfMemoryKiB, kdfPasses: kdfPasses, salt: Random.bytes(count: 32))
    vaultHash = block.immutableHash
  }

  package func stretch(_ password: SecretBytes) throws(VaultError) -> SecretBytes {
    do {
      return try Argon2id.derive(
        password: password, salt: Array(vaultHash[0..<Argon2id.saltByteCount]), passes: block.kdfPasses,
        memoryKiB: block.kdfMemoryKiB)
    } catch {
      throw .outOfMemory
    }
  }

  /// Writes the vault and makes it durable, then gives it its name; a file of that name is never touched.
  ///
  /// `progress` is told bytes done and in all, and ends it all by returning false; nothing is left then, nor after an error.
  package func make(
    at path: FilePath, rooms: [Room], evenIfUnsafe: Bool, progress: (Int64, Int64) -> Bool
  ) throws(VaultError) {
    let file = try NewFile(at: path)
    if !evenIfUnsafe, let objection = file.storage.fileSystem.objection { throw .unsafeFileSystem(objection) }
    guard file.storage.freeByteCount >= block.geometry.fileByteCount else { throw .diskFull }
    try fill(file.storage, rooms: rooms, progress: progress)
    try file.keep()
  }

  /// Writes every byte of `file`, and syncs.
  package func fill(
    _ file: any StorageFile, rooms: [Room], progress: (Int64, Int64) -> Bool
  ) throws(VaultError) {
    let patches = formattedPages(rooms)
    let noise = VaultCreation.noise()
    let buffer = BufferPool.shared.take()
    defer { BufferPool.shared.give(buffer) }
    let total = block.geometry.fileByteCount
    var done: Int64 = 0
    var patch = 0
    while done < total {
      guard progress(done, total) else { throw .cancelled }
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: buffer.bytes[0..<Int(min(Int64(buffer.bytes.count), total - done))])
      noise.fill(piece)
      while patch < patches.count, patches[patch].offset < done + Int64(piece.count) {
        piece.set(patches[patch].page, at: Int(patches[patch].offset - done))
        patch += 1
      }
      try file.write(UnsafeRawBufferPointer(piece), at: done, direct: true)
      done += Int64(piece.count)
    }
    try file.synchronize()
    _ = progress(total, total)
  }

  private static func noise() -> NoiseStream {
    #if AGONY_PLANTED_LEAKS
      if PlantedLeak.current == .fixedFillSeed {
        return NoiseStream(key: SecretBytes(count: 32) { $0.initializeMemory(as: UInt8.self, repeating: 7) })
      }
    #endif
    return NoiseStream()
  }

  /// All pages that are not noise, by offset.
  private func formattedPages(_ rooms: [Room]) -> [(offset: Int64, page: [UInt8])] {
    let geometry = block.geometry
    let layout = RoomLayout(geometry)
    precondition(rooms.count <= geometry.rooms)
    var pages: [(offset: Int64, page: [UInt8])] = [
      (0, block.encode()), (geometry.secondPublicBlockOffset, block.encode()),
    ]
    for (room, number) in zip(rooms, VaultCreation.distinctRooms(rooms.count, of: geometry.rooms)) {
      let masterKey = SecretBytes.random(count: 32)
      let slot = KeySlot(state: room.isSpare ? .spare : .album, changeNumber: 1, masterKey: masterKey)
      for index in 0..<RoomLayout.passwordSlotCount {
        let sealed = slot.seal(secret: room.secret, vaultHash: vaultHash, room: number, slot: index)
        pages.append((geometry.offset(ofPage: layout.slotPage(index), room: number), sealed))
      }
      guard !room.isSpare else { continue }
      let key = RoomKeys(masterKey: masterKey, vaultHash: vaultHash).root
      for rootSlot in 0..<RoomLayout.rootSlotCount {
        let sealed = SealedRoot.seal(RootSlots.emptyRecord(slot: rootSlot), key: key, room: number, rootSlot: rootSlot)
        pages.append((geometry.offset(ofPage: layout.rootPage(rootSlot), room: number), sealed))
      }
    }
    return pages.sorted { $0.offset < $1.offset }
  }

  /// Which room a password gets is uniformly random.
  private static func distinctRooms(_ count: Int, of rooms: Int) -> [Int] {
    var numbers = Array(0..<rooms)
    #if AGONY_PLANTED_LEAKS
      if PlantedLeak.current == .sequentialRooms { return Array(numbers[0..<count]) }
    #endif
    for i in 0..<count { numbers.swapAt(i, i + Random.below(rooms - i)) }
    return Array(numbers[0..<count])
  }
}
