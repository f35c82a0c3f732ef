// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport

@testable import Vault

/// A vault whose rooms open by master keys that the test knows, without a password: no key derivation to wait for.
struct SmallVault {
  let file: any StorageFile
  let vaultFile: VaultFile
  let masterKeys: [SecretBytes]

  init(
    geometry: VaultGeometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 40),
    on file: any StorageFile = MemoryFile()
  ) throws {
    self.file = file
    let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
    try creation.fill(file, rooms: []) { _, _ in true }
    vaultFile = try VaultFile(file, isWritable: true)
    masterKeys = (0..<geometry.rooms).map { _ in SecretBytes.random(count: 32) }
    for (room, key) in masterKeys.enumerated() {
      let keys = RoomKeys(masterKey: key, vaultHash: vaultFile.vaultHash)
      try RootSlots(file: vaultFile, room: room, key: keys.root).writeEmpty()
    }
    try file.synchronize()
  }

  func open(_ room: Int) throws -> Space { try open(room, on: file) }

  /// The same room on another file: what a power cut left, for instance.
  func open(_ room: Int, on file: any StorageFile) throws -> Space {
    try Space(VaultFile(file, isWritable: true), room: room, masterKey: masterKeys[room])
  }

  /// Syncs that making one takes.
  static let syncCount = 2

  /// Whether a room holds the same bytes here and there.
  func roomIsEqual(_ room: Int, _ a: [UInt8], _ b: [UInt8]) -> Bool {
    let geometry = vaultFile.geometry
    return (0..<geometry.rows).allSatisfy { row in
      let start = Int(geometry.brickOffset(row: row, room: room))
      return a.equals(b, in: start..<(start + geometry.brickByteCount))
    }
  }
}
