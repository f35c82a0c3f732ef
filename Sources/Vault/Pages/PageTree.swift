// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// A copy-on-write tree of sealed pages, as one root names it; docs/format/vault-v1.md, section 7.
///
/// Reading fills a bounded cache of map pages. Changing happens in one go, by `apply`, at a commit.
struct PageTree {
  struct Position: Hashable, Comparable {
    let level: Int
    let number: Int

    var parent: Position { Position(level: level + 1, number: number / TreeEntry.fanOut) }

    static func < (a: Position, b: Position) -> Bool { (a.level, a.number) < (b.level, b.number) }
  }

  private static let cachedNodeLimit = 4096

  let id: SealedPage.TreeID
  private let storage: PageStorage
  private(set) var shape: RootRecord.Tree
  /// Holds map pages that no entry names yet, so none may leave the cache.
  private var isApplying = false
  /// Map pages in plain text.
  private var nodes: [Position: [UInt8]] = [:]

  init(_ id: SealedPage.TreeID, storage: PageStorage, shape: RootRecord.Tree) {
    self.id = id
    self.storage = storage
    self.shape = shape
  }

  /// The entry that names the page at `position`; `.full` if a subtree above is.
  mutating func entry(_ position: Position) throws(VaultError) -> TreeEntry {
    if position.level >= shape.depth {
      return position.level == shape.depth && position.number == 0 ? shape.top : .absent
    }
    let parent = position.parent
    if let node = nodes[parent] { return PageTree.entry(in: node, position.number) }
    let above = try entry(parent)
    guard above.kind == .page else { return above }
    if nodes.count >= PageTree.cachedNodeLimit, !isApplying { nodes.removeAll(keepingCapacity: true) }
    let node = try read(above, parent)
    nodes[parent] = node
    return PageTree.entry(in: node, position.number)
  }

  /// Reads a leaf; false, with nothing written, if it is absent or in a full subtree.
  mutating func readLeaf(_ number: Int, into plain: UnsafeMutableRawBufferPointer) throws(VaultError) -> TreeEntry.Kind
  {
    let entry = try entry(Position(level: 0, number: number))
    if entry.kind == .page { try storage.read(entry, tree: id, level: 0, number: number, into: plain) }
    return entry.kind
  }

  /// Shows every page of the tree to `checker`, parents before children.
  mutating func check(_ checker: inout PageChecker) throws(VaultError) {
    try check(Position(level: shape.depth, number: 0), &checker)
  }

  private mutating func check(_ position: Position, _ checker: inout PageChecker) throws(VaultError) {
    let entry = try entry(position)
    guard entry.kind == .page else { return }
    try checker.check(entry, tree: id, position)
    guard position.level > 0 else { return }
    for child in position.number * TreeEntry.fanOut..<(position.number + 1) * TreeEntry.fanOut {
      try check(Position(level: position.level - 1, number: child), &checker)
    }
  }

  private func read(_ entry: TreeEntry, _ position: Position) throws(VaultError) -> [UInt8] {
    var node = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    try node.withMutableRawBytes { (node) throws(VaultError) in
      try storage.read(entry, tree: id, level: position.level, number: position.number, into: node)
    }
    return node
  }

  private static func entry(in node: [UInt8], _ number: Int) -> TreeEntry {
    node.withRawBytes { TreeEntry.read($0, at: number % TreeEntry.fanOut * TreeEntry.byteCount) }
  }

  // MARK: Changing

  /// What a commit does to the page at one position.
  enum Change {
    /// New content at these two pages. Leaves take theirs from the commit, map pages from their entries.
    case write(first: Int, mirror: Int)
    /// No page: absent, or full.
    case mark(TreeEntry)
  }

  /// Positions of all map pages above `leaves` in a tree of `depth`, and of those a growing tree gains.
  func ancestors(of leaves: some Sequence<Int>, depth: Int) -> Set<Position> {
    var found: Set<Position> = []
    for leaf in leaves {
      var position = Position(level: 0, number: leaf)
      while position.level < depth {
        position = position.parent
        guard found.insert(position).inserted else { break }
      }
    }
    if depth > shape.depth {
      for level in (shape.depth + 1)...depth { found.insert(Position(level: level, number: 0)) }
    }
    return found
  }

  /// Writes all changes, children before parents, and leaves the tree as the new root will name it. Nothing is durable yet.
  ///
  /// `changes` holds every ancestor of each position it holds. After an error the tree is of no use.
  mutating func apply(
    _ changes: [Position: Change], depth: Int, leaf: (Int) -> [UInt8]
  ) throws(VaultError) {
    isApplying = true
    defer { isApplying = false }
    try grow(to: depth)
    for (position, change) in changes.sorted(by: { $0.key < $1.key }) {
      switch change {
      case .mark(let entry):
        try set(entry, at: position)
      case .write(let first, let mirror):
        let content = position.level == 0 ? leaf(position.number) : try node(position)
        let entry = try content.withRawBytes { (bytes) throws(VaultError) in
          try storage.write(
            bytes, tree: id, level: position.level, number: position.number, first: first, mirror: mirror)
        }
        try set(entry, at: position)
      }
    }
  }

  private mutating func grow(to depth: Int) throws(VaultError) {
    while shape.depth < depth {
      var node = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
      node.withMutableRawBytes { shape.top.write($0, at: 0) }
      nodes[Position(level: shape.depth + 1, number: 0)] = node
      shape = RootRecord.Tree(depth: shape.depth + 1, top: .absent)
    }
  }

  /// The map page at `position`, a new empty one if there is none.
  private mutating func node(_ position: Position) throws(VaultError) -> [UInt8] {
    if let node = nodes[position] { return node }
    let entry = try entry(position)
    switch entry.kind {
    case .page:
      return try read(entry, position)
    case .absent:
      return [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    case .full:
      var node = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
      node.withMutableRawBytes { bytes in
        for i in 0..<TreeEntry.fanOut { TreeEntry.full.write(bytes, at: i * TreeEntry.byteCount) }
      }
      return node
    }
  }

  private mutating func set(_ entry: TreeEntry, at position: Position) throws(VaultError) {
    if position.level == shape.depth {
      shape.top = entry
      return
    }
    var node = try node(position.parent)
    nodes[position.parent] = nil
    node.withMutableRawBytes { entry.write($0, at: position.number % TreeEntry.fanOut * TreeEntry.byteCount) }
    nodes[position.parent] = node
  }
}
