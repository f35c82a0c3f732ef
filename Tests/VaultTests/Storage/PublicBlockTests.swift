// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("The public block on the disk")
struct PublicBlockTests {
  @Test("Enlarging a vault with one damaged copy under power cuts never harms the other", arguments: [0, 1])
  func mending(damagedCopy: Int) throws {
    let vault = try SecretVault()
    var content = vault.content
    content[damagedCopy == 0 ? 40 : Int(SecretVault.geometry.secondPublicBlockOffset) + 40] ^= 1
    let target = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 3)
    for seed in 1...6 as ClosedRange<UInt64> {
      let collector = ImageCollector(content, perEvent: 6, seed: seed)
      let file = try VaultFile(collector.file, isWritable: true)
      #expect(!file.publicBlockIsWhole)
      try file.enlarge(to: target) { _, _ in true }
      #expect(file.publicBlockIsWhole && file.geometry == target)
      for image in collector.images { #expect(try SecretVault.opensAlbum(image, vault.album), "seed \(seed)") }
      #expect(try VaultFile(MemoryFile(collector.file.content), isWritable: true).publicBlockIsWhole)
    }
  }

  @Test("A block with a sound checksum and an absurd number of rows is refused without a crash")
  func absurdRows() throws {
    for power in 20...62 {
      var block = PublicBlock(
        geometry: VaultGeometry(rooms: 8, brickByteCount: 4 << 20, rows: 1), kdfMemoryKiB: 65_536, kdfPasses: 3,
        salt: Random.bytes(count: 32))
      block.geometry = VaultGeometry(rooms: 8, brickByteCount: 4 << 20, rows: 1 << power)
      #expect(throws: VaultError.self, "2^\(power)") {
        try VaultFile(MemoryFile(block.encode()), isWritable: true)
      }
    }
  }

  @Test("A copy the disk cannot read is as good as a damaged one", arguments: [0, 1])
  func unreadableCopy(copy: Int) throws {
    let vault = try SecretVault()
    let file = FlawedFile(MemoryFile(vault.content))
    let offset = copy == 0 ? 0 : Int(SecretVault.geometry.secondPublicBlockOffset)
    file.setBadSpots([offset..<(offset + 4096)])
    let opened = try VaultFile(file, isWritable: true)
    #expect(!opened.publicBlockIsWhole)
    #expect(try SlotTable(opened).open(vault.album) != nil)
  }
}
