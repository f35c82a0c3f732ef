// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Synchronization

/// Reads and writes the sealed pages of one room's trees. Safe to use from several threads.
final class PageStorage: Sendable {
  let file: VaultFile
  let room: Int
  private let sealed: SealedPage
  /// Copies that did not open and whose other copy did.
  private let damagedCopies = Mutex(0)

  init(file: VaultFile, room: Int, keys: RoomKeys) {
    self.file = file
    self.room = room
    sealed = SealedPage(keys: keys)
  }

  var damagedCopyCount: Int { damagedCopies.withLock { $0 } }

  /// Opens the first copy, or the mirror if that fails; `.damaged(.page)` if both do.
  func read(
    _ entry: TreeEntry, tree: SealedPage.TreeID, level: Int, number: Int, into plain: UnsafeMutableRawBufferPointer
  ) throws(VaultError) {
    if opens(entry, .first, tree: tree, level: level, number: number, into: plain) { return }
    damagedCopies.withLock { $0 += 1 }
    guard opens(entry, .mirror, tree: tree, level: level, number: number, into: plain) else { throw .damaged(.page) }
  }

  /// Whether one copy is there and authentic. No error for a copy that lies outside the room or cannot be read: the other may serve.
  func opens(
    _ entry: TreeEntry, _ copy: SealedPage.Copy, tree: SealedPage.TreeID, level: Int, number: Int,
    into plain: UnsafeMutableRawBufferPointer
  ) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: VaultGeometry.pageByteCount, alignment: 64) {
      cipher in
      do {
        try file.read(room: room, page: copy == .first ? entry.first : entry.mirror, into: cipher)
        try sealed.open(
          UnsafeRawBufferPointer(cipher), copy, entry: entry, tree: tree, level: level, number: number, into: plain)
        return true
      } catch {
        return false
      }
    }
  }

  /// Seals `plain` anew and writes it to both pages. Not durable before a sync.
  func write(
    _ plain: UnsafeRawBufferPointer, tree: SealedPage.TreeID, level: Int, number: Int, first: Int, mirror: Int
  ) throws(VaultError) -> TreeEntry {
    let page = VaultGeometry.pageByteCount
    return try withUnsafeTemporaryAllocation(byteCount: 2 * page, alignment: 64) { (cipher) throws(VaultError) in
      var entry = sealed.seal(
        plain, tree: tree, level: level, number: number,
        first: UnsafeMutableRawBufferPointer(rebasing: cipher[0..<page]),
        mirror: UnsafeMutableRawBufferPointer(rebasing: cipher[page..<(2 * page)]))
      entry.first = first
      entry.mirror = mirror
      try file.write(UnsafeRawBufferPointer(rebasing: cipher[0..<page]), room: room, page: first)
      try file.write(UnsafeRawBufferPointer(rebasing: cipher[page..<(2 * page)]), room: room, page: mirror)
      return entry
    }
  }
}
