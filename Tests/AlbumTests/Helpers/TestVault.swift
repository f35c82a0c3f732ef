// Agony
// SPDX-License-Identifier: Apache-2.0

import Album
import Crypto
import TestSupport
import Vault

/// A vault of two rooms in memory, of which one holds an album; its secret is known, so that no key derivation is waited for.
struct TestVault {
  let file: FaultyFile
  private let secret: SecretBytes

  init(rows: Int = 16, brickByteCount: Int = 256 << 10) throws {
    let geometry = VaultGeometry(rooms: 2, brickByteCount: brickByteCount, rows: rows)
    let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
    file = FaultyFile()
    secret = SecretBytes.random(count: 32)
    try creation.fill(file, rooms: [VaultCreation.Room(secret: secret, isSpare: false)]) { _, _ in true }
  }

  func open() throws -> Album { try Album(space: space(on: file)) }

  /// The album as it would be after the power went now.
  func openCopy() throws -> Album { try Album(space: space(on: MemoryFile(file.bytes))) }

  private func space(on file: any StorageFile) throws -> Space {
    let vault = try VaultFile(file, isWritable: true)
    guard let opened = try SlotTable(vault).open(secret) else { throw VaultError.damaged(.slot) }
    return try Space(vault, opened)
  }
}
