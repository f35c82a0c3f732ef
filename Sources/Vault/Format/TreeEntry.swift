// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where a page of a tree lies, twice, and what opens it; docs/format/vault-v1.md, section 7.
struct TreeEntry: Sendable, Equatable {
  static let byteCount = 68
  static let fanOut = 60
  static let maximumDepth = 6
  private static let fullPage = 1 << 48 - 1

  enum Kind { case absent, full, page }

  var first: Int
  var mirror: Int
  /// 24 bytes.
  var nonce: [UInt8]
  /// 16 bytes each.
  var firstTag: [UInt8]
  var mirrorTag: [UInt8]

  static let absent = TreeEntry(
    first: 0, mirror: 0, nonce: [UInt8](repeating: 0, count: 24), firstTag: [UInt8](repeating: 0, count: 16),
    mirrorTag: [UInt8](repeating: 0, count: 16))

  /// Free map only: a subtree of one bits.
  static let full: TreeEntry = {
    var entry = TreeEntry.absent
    entry.first = fullPage
    entry.mirror = fullPage
    return entry
  }()

  var kind: Kind { first == 0 ? .absent : first == TreeEntry.fullPage ? .full : .page }
  var pages: [Int] { kind == .page ? [first, mirror] : [] }

  static func read(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> TreeEntry {
    TreeEntry(
      first: bytes.uint48(at: offset), mirror: bytes.uint48(at: offset + 6),
      nonce: Array(bytes[(offset + 12)..<(offset + 36)]), firstTag: Array(bytes[(offset + 36)..<(offset + 52)]),
      mirrorTag: Array(bytes[(offset + 52)..<(offset + 68)]))
  }

  func write(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    bytes.set48(first, at: offset)
    bytes.set48(mirror, at: offset + 6)
    bytes.set(nonce, at: offset + 12)
    bytes.set(firstTag, at: offset + 36)
    bytes.set(mirrorTag, at: offset + 52)
  }
}
