// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("A failed sync")
struct FailedSyncTests {
  /// The system reports a lost write once, to whoever syncs the file next; another room's pages may be the ones that were lost.
  @Test("stops every room of the file, since any may have lost pages")
  func stopsAllRooms() throws {
    let file = FlawedFile(MemoryFile())
    let small = try SmallVault(on: file)
    let vault = try VaultFile(file, isWritable: true)
    let spaces = try (0..<2).map { try Space(vault, room: $0, masterKey: small.masterKeys[$0]) }
    for space in spaces { try space.setPage(0, [UInt8](repeating: 1, count: 4096)) }
    file.failSyncs(1)
    #expect(throws: VaultError.inputOutput(code: 5)) { try spaces[0].commit() }
    #expect(throws: VaultError.stopped) { try spaces[1].commit() }
    #expect(!spaces[1].isWritable)
    #expect(throws: VaultError.stopped) { try vault.enlarge(to: vault.geometry) { _, _ in true } }
  }

  @Test("ends the writing of parts that are under way")
  func endsParts() throws {
    let file = FlawedFile(MemoryFile())
    let small = try SmallVault(on: file)
    let space = try small.open(0)
    let bytes = [UInt8](repeating: 5, count: 300_000)
    let writer = try space.makePartWriter(expectedByteCount: Int64(bytes.count))
    try bytes.withUnsafeBytes { try writer.write($0) }
    try space.setPage(0, [UInt8](repeating: 1, count: 4096))
    file.failSyncs(1)
    #expect(throws: VaultError.inputOutput(code: 5)) { try space.commit() }
    file.recordWrites()
    #expect(throws: VaultError.stopped) { try writer.finish() }
    #expect(file.recordedWrites.isEmpty)
  }
}
