// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport

@testable import Vault

/// A small vault with an album and a spare, opened by secrets that the test knows: what passwords come to, without waiting for them.
struct SecretVault {
  static let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 2)
  /// Page 0 of the album's index.
  static let mark = [UInt8](repeating: 0xA7, count: 4096)

  let content: [UInt8]
  let album = SecretBytes.random(count: 32)
  let spare = SecretBytes.random(count: 32)
  let albumRoom: Int
  let spareRoom: Int

  init(geometry: VaultGeometry = SecretVault.geometry) throws {
    let file = MemoryFile()
    let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
    let rooms = [
      VaultCreation.Room(secret: album, isSpare: false), VaultCreation.Room(secret: spare, isSpare: true),
    ]
    try creation.fill(file, rooms: rooms) { _, _ in true }
    let vault = try VaultFile(file, isWritable: true)
    guard let opened = try SlotTable(vault).open(album), let other = try SlotTable(vault).open(spare) else {
      throw VaultError.damaged(.slot)
    }
    albumRoom = opened.room
    spareRoom = other.room
    let space = try Space(vault, opened)
    try space.setPage(0, SecretVault.mark)
    try space.commit()
    content = file.bytes
  }

  static func slots(_ content: [UInt8]) throws -> SlotTable { try slots(MemoryFile(content)) }
  static func slots(_ file: any StorageFile) throws -> SlotTable { SlotTable(try VaultFile(file, isWritable: true)) }

  /// Whether `secret` opens the album, and it is whole.
  static func opensAlbum(_ content: [UInt8], _ secret: SecretBytes) throws -> Bool {
    let slots = try slots(content)
    guard let opened = try slots.open(secret), !opened.isSpare else { return false }
    return try Space(slots.file, opened).page(0) == mark
  }

  /// All that a power cut may leave after every write and sync of `body`, and what is there at its end.
  static func images(
    of content: [UInt8], perEvent: Int, seed: UInt64, ignoredSync: Int? = nil, _ body: (SlotTable) throws -> Void
  ) throws -> (images: [[UInt8]], end: [UInt8]) {
    let collector = ImageCollector(content, perEvent: perEvent, seed: seed, ignoredSync: ignoredSync)
    try body(try slots(collector.file))
    return (collector.images, collector.file.content)
  }
}
