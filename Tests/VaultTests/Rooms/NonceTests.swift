// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Nonces")
struct NonceTests {
  /// What each nonce, seed and salt was used for.
  private final class Ledger {
    private var uses: [[UInt8]: String] = [:]
    private(set) var repeats: [String] = []
    var count: Int { uses.count }

    func note(_ value: [UInt8], _ use: String) {
      if let earlier = uses.updateValue(use, forKey: value), earlier != use { repeats.append("\(earlier) / \(use)") }
    }
  }

  @Test("No nonce, seed or salt is used twice across sessions, crashes, restored backups and forked copies")
  func ledger() throws {
    let made = MemoryFile()
    let small = try SmallVault(on: made)
    let layout = RoomLayout(small.vaultFile.geometry)
    let ledger = Ledger()
    var generator = SeededRandom(seed: 11)

    /// Some commits on a copy of `content`, each of which is noted; the last may be cut off.
    func session(_ content: [UInt8], cut: Int?) throws -> [UInt8] {
      let power = PowerCutFile(content, fault: cut.map { PowerCutFile.Fault(.writeError, at: $0) })
      let file = FlawedFile(power)
      let space = try small.open(0, on: file)
      for _ in 0..<5 {
        file.recordWrites()
        for _ in 0..<4 {
          try space.setPage(Int.random(in: 0..<90, using: &generator), [UInt8](repeating: 1, count: 4096))
        }
        do {
          let part = try space.store([UInt8](repeating: 7, count: 20_000))
          ledger.note(part.seed, "part \(SHA256.hash(Array(part.encodedExtents)).hex) \(ledger.count)")
          try space.commit()
        } catch {
          #expect(cut != nil)
          return power.contentAfterPowerCut(using: &generator)
        }
        for write in file.recordedWrites {
          guard let place = RoomWalk.place(write.offset, small.vaultFile.geometry) else { continue }
          if (0..<4).map(layout.rootPage).contains(place.page) {
            ledger.note(Array(write.bytes[0..<24]), "root \(SHA256.hash(write.bytes).hex)")
          }
        }
        for node in try RoomWalk(power.content, small).nodes {
          let sealed = Array(power.content[RoomWalk.offset(node.first, small.vaultFile.geometry, 0)...].prefix(4096))
          ledger.note(node.nonce, "page \(node.tree) \(node.level) \(node.number) \(SHA256.hash(sealed).hex)")
        }
      }
      return power.content
    }

    var contents = [made.bytes]
    for round in 0..<12 {
      // Any earlier state: the last, a backup put back, or one of two copies that went on apart.
      let base =
        round % 3 == 0 ? contents[contents.count - 1] : contents[Int.random(in: 0..<contents.count, using: &generator)]
      contents.append(try session(base, cut: round % 2 == 0 ? nil : Int.random(in: 5..<60, using: &generator)))
    }
    #expect(ledger.repeats == [])
    #expect(ledger.count > 300)
  }

  @Test("No salt of a key slot is used twice")
  func salts() throws {
    let vault = try SecretVault()
    let ledger = Ledger()
    for _ in 0..<4 {
      let file = FlawedFile(MemoryFile(vault.content))
      file.recordWrites()
      let slots = try SecretVault.slots(file)
      for _ in 0..<3 { try slots.rewrite(try #require(try slots.open(vault.album)), secret: vault.album) }
      for write in file.recordedWrites { ledger.note(Array(write.bytes[0..<32]), SHA256.hash(write.bytes).hex) }
    }
    #expect(ledger.repeats == [] && ledger.count == 4 * 3 * 4)
  }

  @Test("Two writings of the same bytes share no sealed block")
  func samePlainText() throws {
    let memory = MemoryFile()
    let small = try SmallVault(on: memory)
    let space = try small.open(0)
    let bytes = [UInt8](repeating: 0x42, count: 130_000)
    let parts = try [space.store(bytes), space.store(bytes)]
    try space.commit()
    var blocks: Set<[UInt8]> = []
    var blockCount = 0
    for page in parts.flatMap({ part in part.extents.flatMap { $0.start..<($0.start + $0.pageCount) } }) {
      let start = RoomWalk.offset(page, small.vaultFile.geometry, 0)
      for offset in stride(from: start, to: start + 4096, by: 16) {
        blocks.insert(Array(memory.bytes[offset..<(offset + 16)]))
        blockCount += 1
      }
    }
    #expect(blocks.count == blockCount)
  }
}
