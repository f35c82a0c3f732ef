// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport

@testable import Vault

/// All that one root of a room names, found by a walk written from the format document; it shares ciphers and keys with the program, and nothing else.
struct RoomWalk {
  struct Node: Hashable {
    let tree: UInt8
    let level: Int
    let number: Int
    let first: Int
    let mirror: Int
    let nonce: [UInt8]
  }

  enum Fault: Error { case noRoot, copiesDiffer(Node), notAuthentic(Node), outOfRoom(Int), namedTwice(Int) }

  let root: RootRecord
  private(set) var nodes: [Node] = []
  private(set) var freeMapBits: Set<Int> = []
  /// Pages of both trees.
  private(set) var treePages: Set<Int> = []

  private let content: [UInt8]
  private let geometry: VaultGeometry
  private let room: Int
  private let keys: RoomKeys

  init(_ content: [UInt8], _ small: SmallVault, room: Int = 0) throws {
    let vault = try VaultFile(MemoryFile(content), isWritable: false)
    try self.init(content, vault, room: room, masterKey: small.masterKeys[room])
  }

  init(_ content: [UInt8], _ vault: VaultFile, room: Int, masterKey: SecretBytes) throws {
    self.content = content
    self.room = room
    geometry = vault.geometry
    keys = RoomKeys(masterKey: masterKey, vaultHash: vault.vaultHash)
    let quarter = geometry.brickByteCount / 4096 / 4
    var newest: RootRecord?
    for slot in 0..<4 {
      let page = RoomWalk.page(slot * quarter + 2, of: content, geometry, room)
      if let record = SealedRoot.open(page, key: keys.root, room: room, rootSlot: slot),
        record.sequence >= newest?.sequence ?? 0
      {
        newest = record
      }
    }
    guard let newest else { throw Fault.noRoot }
    root = newest
    try walk(root.index.top, tree: 0, level: root.index.depth, number: 0)
    try walk(root.freeMap.top, tree: 1, level: root.freeMap.depth, number: 0)
  }

  /// brick(r, l) = 4096 + (r·N + l)·B + (r = 0 ? 0 : 4096)
  static func offset(_ page: Int, _ geometry: VaultGeometry, _ room: Int) -> Int {
    let row = page / (geometry.brickByteCount / 4096)
    let within = page % (geometry.brickByteCount / 4096)
    return 4096 + (row * geometry.rooms + room) * geometry.brickByteCount + (row == 0 ? 0 : 4096) + within * 4096
  }

  /// The room and page that a place in the file belongs to; nil for the public block and the tail.
  static func place(_ offset: Int, _ geometry: VaultGeometry) -> (room: Int, page: Int)? {
    for room in 0..<geometry.rooms {
      for row in 0..<geometry.rows {
        let start = RoomWalk.offset(row * (geometry.brickByteCount / 4096), geometry, room)
        if offset >= start, offset < start + geometry.brickByteCount {
          return (room, row * (geometry.brickByteCount / 4096) + (offset - start) / 4096)
        }
      }
    }
    return nil
  }

  private static func page(_ page: Int, of content: [UInt8], _ geometry: VaultGeometry, _ room: Int) -> [UInt8] {
    let start = offset(page, geometry, room)
    return Array(content[start..<(start + 4096)])
  }

  private mutating func walk(_ entry: TreeEntry, tree: UInt8, level: Int, number: Int) throws {
    if entry.first == 1 << 48 - 1 {
      var leaves = 1
      for _ in 0..<level { leaves *= 60 }
      for bit in number * leaves * 32_768..<(number + 1) * leaves * 32_768 { freeMapBits.insert(bit) }
      return
    }
    guard entry.first != 0 else { return }
    let node = Node(
      tree: tree, level: level, number: number, first: entry.first, mirror: entry.mirror, nonce: entry.nonce)
    nodes.append(node)
    for page in [entry.first, entry.mirror] {
      guard page < geometry.rows * (geometry.brickByteCount / 4096) else { throw Fault.outOfRoom(page) }
      guard treePages.insert(page).inserted else { throw Fault.namedTwice(page) }
    }
    let first = try open(node, entry.first, keys.page, entry.firstTag)
    guard try open(node, entry.mirror, keys.mirror, entry.mirrorTag) == first else { throw Fault.copiesDiffer(node) }
    if level > 0 {
      for child in 0..<60 {
        let entry = first.withUnsafeBytes { TreeEntry.read($0, at: child * 68) }
        try walk(entry, tree: tree, level: level - 1, number: number * 60 + child)
      }
    } else if tree == 1 {
      for bit in 0..<32_768 where first[bit / 8] >> (bit % 8) & 1 == 1 { freeMapBits.insert(number * 32_768 + bit) }
    }
  }

  private func open(_ node: Node, _ page: Int, _ key: SecretBytes, _ tag: [UInt8]) throws -> [UInt8] {
    let sealed = RoomWalk.page(page, of: content, geometry, room)
    var context = Array("agony/1/page".utf8) + [node.tree, UInt8(node.level)]
    for shift in 0..<8 { context.append(UInt8(truncatingIfNeeded: node.number >> (8 * shift))) }
    var plain = [UInt8](repeating: 0, count: 4096)
    do {
      try plain.withUnsafeMutableBytes { plain in
        try sealed.withUnsafeBytes { sealed in
          try node.nonce.withUnsafeBytes { nonce in
            try tag.withUnsafeBytes { tag in
              try XChaCha20Poly1305.open(sealed, tag: tag, key: key, nonce: nonce, context: context, into: plain)
            }
          }
        }
      }
    } catch is CryptoError {
      throw Fault.notAuthentic(node)
    }
    return plain
  }

  /// Pages this root uses, the reserved ones and those of `parts` among them.
  func used(with parts: [Part]) throws -> Set<Int> {
    var used = treePages
    let quarter = geometry.brickByteCount / 4096 / 4
    let reserved = (0..<4).flatMap { [$0 * quarter, $0 * quarter + 2] } + [1, 2 * quarter + 1]
    for page in reserved {
      guard used.insert(page).inserted else { throw Fault.namedTwice(page) }
    }
    for run in parts.flatMap(\.extents) {
      for page in run.start..<(run.start + run.pageCount) {
        guard used.insert(page).inserted else { throw Fault.namedTwice(page) }
      }
    }
    return used
  }
}
