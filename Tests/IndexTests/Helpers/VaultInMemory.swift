// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Vault

/// A vault of one room in memory, whose secret no key derivation has to make first.
struct VaultInMemory {
  let file = MemoryFile()
  private let secret = SecretBytes.random(count: 32)

  init(rows: Int) throws {
    let geometry = VaultGeometry(rooms: 1, brickByteCount: 64 << 10, rows: rows)
    let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
    try creation.fill(file, rooms: [VaultCreation.Room(secret: secret, isSpare: false)]) { _, _ in true }
  }

  func open(isWritable: Bool = true) throws -> Space {
    let vaultFile = try VaultFile(file, isWritable: isWritable)
    guard let opened = try SlotTable(vaultFile).open(secret) else { throw VaultError.damaged(.slot) }
    return try Space(vaultFile, opened)
  }
}
