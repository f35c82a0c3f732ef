// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Sealing and opening of the two copies of a tree page; docs/format/vault-v1.md, section 7.
struct SealedPage: Sendable {
  enum TreeID: UInt8, Sendable { case index = 0, freeMap = 1 }

  let keys: RoomKeys

  /// Both copies are written to `first` and `mirror`, 4,096 bytes each; the pages of the entry are the caller's to set.
  func seal(
    _ plain: UnsafeRawBufferPointer, tree: TreeID, level: Int, number: Int,
    first: UnsafeMutableRawBufferPointer, mirror: UnsafeMutableRawBufferPointer
  ) -> TreeEntry {
    var entry = TreeEntry.absent
    entry.nonce = Random.bytes(count: XChaCha20Poly1305.nonceByteCount)
    let context = SealedPage.context(tree: tree, level: level, number: number)
    entry.nonce.withUnsafeBytes { nonce in
      entry.firstTag.withUnsafeMutableBytes { tag in
        XChaCha20Poly1305.seal(plain, key: keys.page, nonce: nonce, context: context, into: first, tag: tag)
      }
      entry.mirrorTag.withUnsafeMutableBytes { tag in
        XChaCha20Poly1305.seal(plain, key: keys.mirror, nonce: nonce, context: context, into: mirror, tag: tag)
      }
    }
    return entry
  }

  enum Copy: CaseIterable { case first, mirror }

  func open(
    _ sealed: UnsafeRawBufferPointer, _ copy: Copy, entry: TreeEntry, tree: TreeID, level: Int, number: Int,
    into plain: UnsafeMutableRawBufferPointer
  ) throws(CryptoError) {
    let context = SealedPage.context(tree: tree, level: level, number: number)
    let (key, tag) = copy == .first ? (keys.page, entry.firstTag) : (keys.mirror, entry.mirrorTag)
    try entry.nonce.withRawBytes { (nonce) throws(CryptoError) in
      try tag.withRawBytes { (tag) throws(CryptoError) in
        try XChaCha20Poly1305.open(sealed, tag: tag, key: key, nonce: nonce, context: context, into: plain)
      }
    }
  }

  private static func context(tree: TreeID, level: Int, number: Int) -> [UInt8] {
    [UInt8](label: "agony/1/page", [tree.rawValue], [UInt8(level)], .uint64(UInt64(number)))
  }
}
