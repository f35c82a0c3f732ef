// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// What a root slot says once opened; docs/format/vault-v1.md, section 6.
struct RootRecord: Sendable, Equatable {
  static let plainByteCount = 4056

  var sequence: UInt64
  var indexPageCount: Int
  var index: Tree
  var freeMap: Tree
  var usedPageCount: Int
  /// Where the next searches for free pages begin: for objects, and for pages of the trees. Advice only.
  var objectHint: Int
  var pageHint: Int

  struct Tree: Sendable, Equatable {
    var depth: Int
    var top: TreeEntry
    static let empty = Tree(depth: 0, top: .absent)
  }

  static func empty(sequence: UInt64) -> RootRecord {
    RootRecord(
      sequence: sequence, indexPageCount: 0, index: .empty, freeMap: .empty,
      usedPageCount: RoomLayout.slotCount + RoomLayout.rootSlotCount, objectHint: 0, pageHint: 0)
  }

  func encode() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: RootRecord.plainByteCount)
    bytes.withUnsafeMutableBytes { record in
      record.set(UInt32(1), at: 0)
      record.set(sequence, at: 8)
      record.set(UInt64(indexPageCount), at: 16)
      record.set(UInt32(index.depth), at: 24)
      record.set(UInt32(freeMap.depth), at: 28)
      index.top.write(record, at: 32)
      freeMap.top.write(record, at: 100)
      record.set(UInt64(usedPageCount), at: 168)
      record.set(UInt64(objectHint), at: 176)
      record.set(UInt64(pageHint), at: 184)
    }
    return bytes
  }

  static func decode(_ bytes: [UInt8]) throws(VaultError) -> RootRecord {
    try bytes.withRawBytes { (record) throws(VaultError) in
      let pages = record.uint64(at: 16)
      let indexDepth = Int(record.uint32(at: 24))
      let mapDepth = Int(record.uint32(at: 28))
      guard
        record.uint32(at: 0) == 1, pages <= 46_656_000_000, indexDepth <= TreeEntry.maximumDepth,
        mapDepth <= TreeEntry.maximumDepth, Int(pages) <= TreePath.leafCapacity(depth: indexDepth),
        record.uint64(at: 168) < 1 << 48
      else { throw .damaged(.root) }
      let hint = { (offset: Int) in Int(min(record.uint64(at: offset), 1 << 48)) }
      return RootRecord(
        sequence: record.uint64(at: 8), indexPageCount: Int(pages),
        index: Tree(depth: indexDepth, top: TreeEntry.read(record, at: 32)),
        freeMap: Tree(depth: mapDepth, top: TreeEntry.read(record, at: 100)),
        usedPageCount: Int(record.uint64(at: 168)), objectHint: hint(176), pageHint: hint(184))
    }
  }
}

/// Positions in a tree of 60-way map pages.
enum TreePath {
  /// Leaves a tree of this depth can hold.
  static func leafCapacity(depth: Int) -> Int {
    var capacity = 1
    for _ in 0..<depth { capacity *= TreeEntry.fanOut }
    return capacity
  }

  /// The smallest depth, not below `depth`, that holds `leaves`.
  static func depth(forLeaves leaves: Int, atLeast depth: Int) -> Int {
    var depth = depth
    while leafCapacity(depth: depth) < leaves { depth += 1 }
    return depth
  }
}
