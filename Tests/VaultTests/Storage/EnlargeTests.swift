// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Enlarging")
struct EnlargeTests {
  private static let target = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 5)

  private static func hasZeroRun(_ bytes: ArraySlice<UInt8>) -> Bool {
    var run = 0
    for byte in bytes {
      run = byte == 0 ? run + 1 : 0
      if run == 12 { return true }
    }
    return false
  }

  /// What is wrong with a disk on which the vault was to be enlarged.
  private static func fault(_ image: [UInt8], _ vault: SecretVault) -> String? {
    do {
      let file = try VaultFile(MemoryFile(image), isWritable: true)
      let old = SecretVault.geometry
      guard file.geometry == old || file.geometry == target else { return "\(file.geometry.rows) rows" }
      for room in 0..<old.rooms {
        for row in 0..<old.rows {
          let start = Int(old.brickOffset(row: row, room: room))
          guard image.equals(vault.content, in: start..<(start + old.brickByteCount)) else {
            return "room \(room) touched"
          }
        }
      }
      if file.geometry == target, hasZeroRun(image[Int(old.fileByteCount)..<Int(target.fileByteCount)]) {
        return "published rows are not noise"
      }
      return try SecretVault.opensAlbum(image, vault.album) ? nil : "the album is lost"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "Whatever a power cut leaves opens at the old or the new size, both rooms untouched, and can be enlarged again",
    arguments: 1...4 as ClosedRange<UInt64>)
  func powerCuts(seed: UInt64) throws {
    let vault = try SecretVault()
    let collector = ImageCollector(vault.content, perEvent: 5, seed: seed)
    let file = try VaultFile(collector.file, isWritable: true)
    try file.enlarge(to: EnlargeTests.target) { _, _ in true }
    #expect(file.geometry == EnlargeTests.target)
    for image in collector.images + [collector.file.content] {
      #expect(EnlargeTests.fault(image, vault) == nil, "seed \(seed)")
      let memory = MemoryFile(image)
      let again = try VaultFile(memory, isWritable: true)
      try again.enlarge(to: EnlargeTests.target) { _, _ in true }
      let end = memory.bytes
      #expect(end.count == Int(EnlargeTests.target.fileByteCount))
      #expect(EnlargeTests.fault(end, vault) == nil)
      let second = Int(EnlargeTests.target.secondPublicBlockOffset)
      #expect(end[0..<4096] == end[second..<(second + 4096)])
    }
  }

  @Test("Leaving out any sync of an enlargement is noticed", arguments: 0...2)
  func missingSync(which: Int) throws {
    let vault = try SecretVault()
    var isNoticed = false
    for seed in 1...20 as ClosedRange<UInt64> where !isNoticed {
      let collector = ImageCollector(vault.content, perEvent: 8, seed: seed, ignoredSync: which)
      try VaultFile(collector.file, isWritable: true).enlarge(to: EnlargeTests.target) { _, _ in true }
      isNoticed = collector.images.contains { EnlargeTests.fault($0, vault) != nil }
      for image in collector.images.suffix(8) where !isNoticed {
        isNoticed = try !VaultFile(MemoryFile(image), isWritable: true).publicBlockIsWhole
      }
    }
    #expect(isNoticed)
  }

  @Test(
    "An error at any write or sync leaves a vault that opens and can be enlarged later",
    arguments: PowerCutFile.Fault.Kind.allCases)
  func errors(kind: PowerCutFile.Fault.Kind) throws {
    let vault = try SecretVault()
    var failureCount = 0
    for at in 0..<4 {
      let collector = ImageCollector(
        vault.content, perEvent: 2, seed: UInt64(at), fault: PowerCutFile.Fault(kind, at: at))
      let file = try VaultFile(collector.file, isWritable: true)
      do {
        try file.enlarge(to: EnlargeTests.target) { _, _ in true }
        continue
      } catch {
        failureCount += 1
        #expect(error == (kind == .noSpace ? .diskFull : .inputOutput(code: 5)))
      }
      for image in collector.images + [collector.file.content] {
        #expect(EnlargeTests.fault(image, vault) == nil, "\(kind) at \(at)")
      }
      let memory = MemoryFile(collector.file.content)
      try VaultFile(memory, isWritable: true).enlarge(to: EnlargeTests.target) { _, _ in true }
      #expect(EnlargeTests.fault(memory.bytes, vault) == nil)
      #expect(try VaultFile(memory, isWritable: true).publicBlockIsWhole)
    }
    #expect(failureCount == 3)
  }

  @Test("After a full disk the same open vault can be enlarged once there is room")
  func retried() throws {
    let vault = try SecretVault()
    for at in 0..<3 {
      let power = PowerCutFile(vault.content, fault: PowerCutFile.Fault(.noSpace, at: at))
      let file = try VaultFile(power, isWritable: true)
      #expect(throws: VaultError.diskFull) { try file.enlarge(to: EnlargeTests.target) { _, _ in true } }
      try file.enlarge(to: EnlargeTests.target) { _, _ in true }
      #expect(file.geometry == EnlargeTests.target && file.publicBlockIsWhole)
      #expect(EnlargeTests.fault(power.content, vault) == nil)
      #expect(try VaultFile(MemoryFile(power.content), isWritable: true).publicBlockIsWhole)
    }
  }

  @Test("Stopping it leaves the old size, and a longer tail that an enlargement to less ignores")
  func stopping() throws {
    let vault = try SecretVault()
    let memory = MemoryFile(vault.content)
    let file = try VaultFile(memory, isWritable: true)
    let large = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 40)
    #expect(throws: VaultError.cancelled) { try file.enlarge(to: large) { done, _ in done == 0 } }
    #expect(file.geometry == SecretVault.geometry)
    #expect(memory.bytes.count > Int(EnlargeTests.target.fileByteCount))
    try file.enlarge(to: EnlargeTests.target) { _, _ in true }
    #expect(EnlargeTests.fault(memory.bytes, vault) == nil)
    #expect(throws: VaultError.self) { try file.enlarge(to: SecretVault.geometry) { _, _ in true } }
  }

  @Test("An enlarged vault has the size and the public block of one created so")
  func likeCreated() throws {
    let vault = try SecretVault()
    let memory = MemoryFile(vault.content)
    try VaultFile(memory, isWritable: true).enlarge(to: EnlargeTests.target) { _, _ in true }
    let created = try SecretVault(geometry: EnlargeTests.target)
    #expect(memory.bytes.count == created.content.count)
    for copy in [0, Int(EnlargeTests.target.secondPublicBlockOffset)] {
      // All but the salt and the checksum.
      let fields = [0..<32, 64..<4064].map { ($0.lowerBound + copy)..<($0.upperBound + copy) }
      for range in fields { #expect(memory.bytes.equals(created.content, in: range)) }
    }
    let space = try Space(
      VaultFile(memory, isWritable: true), try #require(try SecretVault.slots(memory).open(vault.album)))
    #expect(space.capacity.totalByteCount == EnlargeTests.target.roomByteCount)
    let bytes = [UInt8](repeating: 9, count: 200_000)
    let part = try space.store(bytes)
    try space.commit()
    #expect(try space.content(of: part) == bytes)
    #expect(try space.report([part]).isWhole)
  }
}
