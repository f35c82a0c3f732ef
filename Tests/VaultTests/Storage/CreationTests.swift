// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import TestSupport
import Testing

@testable import Vault

@Suite("Creating a vault")
struct CreationTests {
  private static func creation(_ geometry: VaultGeometry) -> VaultCreation {
    VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
  }

  @Test("No 16-byte block repeats and no run is zero outside the public block, with albums in use")
  func noise() throws {
    let geometry = VaultGeometry(rooms: 4, brickByteCount: 4 << 20, rows: 1)
    let memory = MemoryFile()
    let secrets = (0..<3).map { _ in SecretBytes.random(count: 32) }
    let rooms = secrets.enumerated().map { VaultCreation.Room(secret: $1, isSpare: $0 == 2) }
    try CreationTests.creation(geometry).fill(memory, rooms: rooms) { _, _ in true }
    let slots = try SecretVault.slots(memory)
    let space = try Space(slots.file, try #require(try slots.open(secrets[0])))
    for round in 0..<3 {
      for number in 0..<40 { try space.setPage(number, [UInt8](repeating: UInt8(round), count: 4096)) }
      try space.store([UInt8](repeating: 0, count: 500_000))
      try space.commit()
    }
    let content = memory.bytes
    #expect(content.count == Int(geometry.fileByteCount))
    let second = Int(geometry.secondPublicBlockOffset)
    var blocks: [(UInt64, UInt64)] = []
    var longestZeroRun = 0
    content.withUnsafeBytes { bytes in
      var run = 0
      for range in [4096..<second, (second + 4096)..<content.count] {
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: 16) {
          blocks.append(
            (
              bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
              bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            ))
        }
        for offset in range {
          run = bytes[offset] == 0 ? run + 1 : 0
          longestZeroRun = max(longestZeroRun, run)
        }
      }
    }
    blocks.sort { $0 < $1 }
    #expect(!zip(blocks, blocks.dropFirst()).contains { $0 == $1 })
    // Eight in a row come once in 10^12 such files.
    #expect(longestZeroRun < 8)
  }

  @Test("Which rooms passwords get is uniformly random")
  func roomChoice() throws {
    let geometry = VaultGeometry(rooms: 4, brickByteCount: 64 << 10, rows: 1)
    var counts: [[Int]: Int] = [:]
    let secrets = (0..<2).map { _ in SecretBytes.random(count: 32) }
    for _ in 0..<240 {
      let memory = MemoryFile()
      let creation = CreationTests.creation(geometry)
      try creation.fill(memory, rooms: secrets.map { VaultCreation.Room(secret: $0, isSpare: false) }) { _, _ in true }
      let content = memory.bytes
      let chosen = secrets.map { secret in
        (0..<4).first { room in
          let start = RoomWalk.offset(0, geometry, room)
          let page = Array(content[start..<(start + 4096)])
          return KeySlot.open(page, secret: secret, vaultHash: creation.block.immutableHash, room: room, slot: 0) != nil
        } ?? -1
      }
      counts[chosen, default: 0] += 1
    }
    var squares = 0.0
    for first in 0..<4 {
      for second in 0..<4 where second != first {
        let difference = Double(counts[[first, second], default: 0] - 20)
        squares += difference * difference / 20
      }
    }
    #expect(counts.values.reduce(0, +) == 240)
    // Eleven degrees of freedom: above 45 once in 200,000 runs.
    #expect(squares < 45, "\(counts)")
  }

  @Test("Two creations share nothing but the public parameters")
  func unlike() throws {
    let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 1)
    let files = try (0..<2).map { _ in
      let memory = MemoryFile()
      try CreationTests.creation(geometry).fill(memory, rooms: []) { _, _ in true }
      return memory.bytes
    }
    let same = zip(files[0], files[1]).count { $0 == $1 }
    #expect(same < 4096 * 2 + geometry.roomPageCount * 2 * 40)
    #expect(files[0][32..<64] != files[1][32..<64])
  }

  @Test("An error of the disk at any write or the sync is passed on", arguments: PowerCutFile.Fault.Kind.allCases)
  func diskErrors(kind: PowerCutFile.Fault.Kind) {
    let geometry = VaultGeometry(rooms: 2, brickByteCount: 4 << 20, rows: 1)
    for at in kind == .syncError ? 0...0 : 0...8 {
      #expect(throws: VaultError.self, "\(kind) at \(at)") {
        let file = PowerCutFile(fault: PowerCutFile.Fault(kind, at: at))
        try CreationTests.creation(geometry).fill(file, rooms: []) { _, _ in true }
      }
    }
  }

  @Test("The sync is what makes a new vault durable")
  func missingSync() throws {
    let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 1)
    let whole = PowerCutFile()
    try CreationTests.creation(geometry).fill(whole, rooms: []) { _, _ in true }
    #expect(whole.durableContent == whole.content && whole.unsyncedWriteCount == 0)
  }
}
