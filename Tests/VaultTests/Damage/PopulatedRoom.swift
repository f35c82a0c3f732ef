// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport

@testable import Vault

/// A small album with some of everything, to be damaged: an index of two levels with a hole, parts of one and of several extents.
struct PopulatedRoom {
  static let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 16)

  let vault: SecretVault
  /// The file at each commit, the newest last.
  let history: [[UInt8]]
  let pages: [Int: [UInt8]]
  let pageCount: Int
  let parts: [(part: Part, bytes: [UInt8])]

  var content: [UInt8] { history[history.count - 1] }
  var partList: [Part] { parts.map(\.part) }

  init() throws {
    vault = try SecretVault(geometry: PopulatedRoom.geometry)
    let file = MemoryFile(vault.content)
    let slots = try SecretVault.slots(file)
    guard let opened = try slots.open(vault.album) else { throw VaultError.damaged(.slot) }
    let space = try Space(slots.file, opened)
    var generator = SeededRandom(seed: 77)
    var pages: [Int: [UInt8]] = [:]
    var parts: [(part: Part, bytes: [UInt8])] = []
    var history: [[UInt8]] = []
    for round in 0..<8 {
      for _ in 0..<6 {
        let number = Int.random(in: 0..<30, using: &generator)
        pages[number] = generator.bytes(4096)
        try space.setPage(number, pages[number] ?? [])
      }
      pages[80 + round] = generator.bytes(4096)
      try space.setPage(80 + round, pages[80 + round] ?? [])
      let bytes = generator.bytes([300, 65_520, 70_000, 4080, 1, 30_000, 90_000, 5000][round])
      parts.append((try space.store(bytes), bytes))
      if round == 4 { space.release(parts.removeFirst().part) }
      try space.commit()
      history.append(file.bytes)
    }
    self.pages = pages
    self.parts = parts
    self.history = history
    pageCount = space.indexPageCount
  }

  /// Opens the album by its slots, whatever the file.
  func open(_ content: [UInt8]) throws -> Space { try open(MemoryFile(content)) }

  func open(_ file: any StorageFile) throws -> Space {
    let slots = try SecretVault.slots(file)
    guard let opened = try slots.open(vault.album) else { throw VaultError.damaged(.slot) }
    return try Space(slots.file, opened)
  }

  func masterKey() throws -> SecretBytes {
    guard let opened = try SecretVault.slots(content).open(vault.album) else { throw VaultError.damaged(.slot) }
    return opened.masterKey
  }

  /// Where a page of the album's room lies in the file.
  func range(ofPage page: Int) -> Range<Int> {
    let start = RoomWalk.offset(page, PopulatedRoom.geometry, vault.albumRoom)
    return start..<(start + 4096)
  }

  /// What does not come back as it was stored: index pages by number, parts by their place in `parts`.
  func losses(_ space: Space) -> (pages: [Int], parts: [Int]) {
    let zero = [UInt8](repeating: 0, count: 4096)
    let lostPages = (0..<pageCount).filter { (try? space.page($0)) != pages[$0] ?? zero }
    let lostParts = parts.indices.filter { (try? space.content(of: parts[$0].part)) != parts[$0].bytes }
    return (lostPages, Array(lostParts))
  }
}
