// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Which pages of a room are free, under the same root as the index; docs/format/vault-v1.md, section 7.
///
/// Leaves are read when first needed, so the first write costs the same in a large room as in a small one. What a commit changes is undone by
/// `undo` if it cannot have the pages it needs.
struct FreeMap {
  /// Runs freed by the commit with this sequence number: roots before it still use them.
  private struct Pending {
    let sequence: UInt64
    let runs: [Extent]
  }

  /// 512 leaves tell of 64 GiB and take 4 MiB.
  private static let keptLeafLimit = 512

  private enum Step {
    case took(Extent, wasBlocked: Bool)
    case freed(Extent)
  }

  private var tree: PageTree
  /// The root before the last: what it uses stays untouched until the next commit is durable.
  private var older: PageTree?
  private let reserved: [Int]
  private var leaves: [Int: FreeMapLeaf] = [:]
  private var dirty: Set<Int> = []
  private var pending: [Pending] = []
  private var steps: [Step] = []
  private(set) var usedCount: Int
  private(set) var blockedCount = 0
  private var objectHint: Int
  private var pageHint: Int

  init(root: RootRecord, older: RootRecord?, storage: PageStorage, reserved: [Int]) {
    tree = PageTree(.freeMap, storage: storage, shape: root.freeMap)
    self.older = older.map { PageTree(.freeMap, storage: storage, shape: $0.freeMap) }
    self.reserved = reserved
    usedCount = root.usedPageCount
    objectHint = root.objectHint
    pageHint = root.pageHint
    sequence = root.sequence
  }

  /// Of the last durable root.
  private var sequence: UInt64

  // MARK: Looking for pages

  /// Takes runs of `pageCount` pages in all for an object: blocked until adopted or given back. Long runs first.
  mutating func takeRuns(_ pageCount: Int, roomPageCount: Int) throws(VaultError) -> [Extent] {
    var runs: [Extent] = []
    var left = pageCount
    var minimum = 16
    var start = objectHint < roomPageCount ? objectHint : 0
    var scanned = 0
    while left > 0 {
      let run = try nextRun(from: start, limit: roomPageCount, minimum: min(minimum, left), maximum: left)
      if let run {
        scanned += run.start + run.pageCount - start
        start = run.start + run.pageCount
        try block(run)
        runs.append(run)
        left -= run.pageCount
        continue
      }
      scanned += roomPageCount - start
      start = 0
      if scanned >= roomPageCount {
        // All round without a run of that length: take what there is.
        guard minimum > 1 else {
          for run in runs { unblock(run) }
          throw .noRoom
        }
        minimum = 1
        scanned = 0
      }
    }
    objectHint = start
    return FreeMap.joined(runs)
  }

  /// Takes one page for a tree; used by the next root.
  mutating func takePage(roomPageCount: Int, notBefore: Int = 0) throws(VaultError) -> Int {
    let hint = max(notBefore, pageHint < roomPageCount ? pageHint : 0)
    var found = try nextRun(from: hint, limit: roomPageCount, minimum: 1, maximum: 1)
    if found == nil { found = try nextRun(from: 0, limit: min(hint, roomPageCount), minimum: 1, maximum: 1) }
    guard let found else { throw .noRoom }
    if notBefore == 0 { pageHint = found.start + 1 }
    try use(found)
    return found.start
  }

  private mutating func nextRun(
    from start: Int, limit: Int, minimum: Int, maximum: Int
  ) throws(VaultError) -> Extent? {
    var page = start
    while page < limit {
      let number = page / FreeMapLeaf.pageCount
      let base = number * FreeMapLeaf.pageCount
      let end = min(base + FreeMapLeaf.pageCount, limit)
      if try !isKnownFull(number) {
        let leaf = try load(number)
        if let run = leaf.firstFreeRun(in: (page - base)..<(end - base), minimum: minimum, maximum: maximum) {
          return Extent(start: base + run.lowerBound, pageCount: run.count)
        }
      }
      page = end
    }
    return nil
  }

  private mutating func isKnownFull(_ number: Int) throws(VaultError) -> Bool {
    if leaves[number] != nil { return false }
    return try tree.entry(PageTree.Position(level: 0, number: number)).kind == .full
  }

  // MARK: Marking

  /// A run taken before is named by the next root.
  mutating func adopt(_ run: Extent) throws(VaultError) {
    try change(run) { (leaf, range) in
      leaf.setBlocked(range, false)
      leaf.setUsed(range, true)
    }
    usedCount += run.pageCount
    blockedCount -= run.pageCount
    steps.append(.took(run, wasBlocked: true))
  }

  /// The next root no longer uses the run; the last two still do.
  mutating func free(_ run: Extent) throws(VaultError) {
    try change(run) { (leaf, range) in
      leaf.setUsed(range, false)
      leaf.setBlocked(range, true)
    }
    usedCount -= run.pageCount
    blockedCount += run.pageCount
    steps.append(.freed(run))
  }

  /// Gives back a run that was taken and not adopted.
  mutating func unblock(_ run: Extent) {
    forEachLoaded(run) { (leaf, range) in leaf.setBlocked(range, false) }
    blockedCount -= run.pageCount
  }

  private mutating func block(_ run: Extent) throws(VaultError) {
    try change(run, marking: false) { (leaf, range) in leaf.setBlocked(range, true) }
    blockedCount += run.pageCount
  }

  private mutating func use(_ run: Extent) throws(VaultError) {
    try change(run) { (leaf, range) in leaf.setUsed(range, true) }
    usedCount += run.pageCount
    steps.append(.took(run, wasBlocked: false))
  }

  private mutating func change(
    _ run: Extent, marking: Bool = true, _ body: (inout FreeMapLeaf, Range<Int>) -> Void
  ) throws(VaultError) {
    for (number, range) in FreeMap.pieces(run) {
      var leaf = try load(number)
      leaves[number] = nil
      body(&leaf, range)
      leaves[number] = leaf
      if marking { dirty.insert(number) }
    }
  }

  private mutating func forEachLoaded(_ run: Extent, _ body: (inout FreeMapLeaf, Range<Int>) -> Void) {
    for (number, range) in FreeMap.pieces(run) {
      guard var leaf = leaves.removeValue(forKey: number) else { continue }
      body(&leaf, range)
      leaves[number] = leaf
    }
  }

  private mutating func load(_ number: Int) throws(VaultError) -> FreeMapLeaf {
    if let leaf = leaves[number] { return leaf }
    var leaf = try FreeMap.read(number, from: &tree, reserved: reserved)
    if var older {
      let position = PageTree.Position(level: 0, number: number)
      if try older.entry(position) != tree.entry(position) {
        let runs = leaf.block(usedBy: try FreeMap.read(number, from: &older, reserved: reserved))
        let extents = runs.map { Extent(start: number * FreeMapLeaf.pageCount + $0.lowerBound, pageCount: $0.count) }
        pending.append(Pending(sequence: sequence, runs: extents))
        blockedCount += extents.reduce(0) { $0 + $1.pageCount }
      }
      self.older = older
    }
    leaves[number] = leaf
    return leaf
  }

  private static func read(
    _ number: Int, from tree: inout PageTree, reserved: [Int]
  ) throws(VaultError) -> FreeMapLeaf {
    var page = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    let kind = try page.withMutableRawBytes { (page) throws(VaultError) in try tree.readLeaf(number, into: page) }
    var leaf = kind == .page ? page.withRawBytes { FreeMapLeaf(page: $0) } : FreeMapLeaf(filledWith: kind == .full)
    if number == 0 {
      for page in reserved { leaf.setUsed(page..<(page + 1), true) }
    }
    return leaf
  }

  // MARK: Committing

  /// Chooses pages for every leaf and map page of the free map that the commit changes, its own among them, until nothing more changes.
  mutating func plan(roomPageCount: Int) throws(VaultError) -> (
    changes: [PageTree.Position: PageTree.Change], depth: Int
  ) {
    var changes: [PageTree.Position: PageTree.Change] = [:]
    var depth = tree.shape.depth
    if tree.shape.top.kind == .absent { try touch(0) }  // the reserved pages are in the first map there is
    while true {
      let before = changes.count
      for number in dirty.sorted() {
        let position = PageTree.Position(level: 0, number: number)
        let isFull = leaves[number]?.isFull ?? false
        switch changes[position] {
        case .write: continue
        case .mark where isFull: continue
        case .mark:
          changes[position] = nil  // no longer full: its old pages are free already
          changes[position] = try takePair(roomPageCount: roomPageCount)
        case nil:
          try freePages(at: position)
          let isStillFull = leaves[number]?.isFull ?? false
          changes[position] = isStillFull ? .mark(.full) : try takePair(roomPageCount: roomPageCount)
        }
      }
      depth = TreePath.depth(forLeaves: (dirty.max() ?? 0) + 1, atLeast: depth)
      for position in tree.ancestors(of: dirty, depth: depth).sorted() where changes[position] == nil {
        try freePages(at: position)
        changes[position] = try takePair(roomPageCount: roomPageCount)
      }
      let isSettled = dirty.allSatisfy { number in
        if case .mark? = changes[PageTree.Position(level: 0, number: number)] { return leaves[number]?.isFull ?? false }
        return changes[PageTree.Position(level: 0, number: number)] != nil
      }
      if changes.count == before, isSettled { return (changes, depth) }
    }
  }

  private mutating func takePair(roomPageCount: Int) throws(VaultError) -> PageTree.Change {
    let first = try takePage(roomPageCount: roomPageCount)
    let mirror = try takePage(roomPageCount: roomPageCount, notBefore: first + FreeMap.mirrorDistance)
    return .write(first: first, mirror: mirror)
  }

  /// A mirror lies at least this many pages behind the first copy where there is room, out of reach of one bad spot of the disk.
  static let mirrorDistance = 64

  private mutating func freePages(at position: PageTree.Position) throws(VaultError) {
    // While a tree grows, what was its top becomes a child and keeps its pages until it is rewritten itself.
    for page in try tree.entry(position).pages { try free(Extent(start: page, pageCount: 1)) }
  }

  mutating func write(
    _ plan: (changes: [PageTree.Position: PageTree.Change], depth: Int)
  ) throws(VaultError) -> RootRecord.Tree {
    let leaves = leaves
    try tree.apply(plan.changes, depth: plan.depth) { number in
      leaves[number]?.encode() ?? [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    }
    return tree.shape
  }

  var hints: (object: Int, page: Int) { (objectHint, pageHint) }

  /// The root with `sequence` is durable. `oldestPinned`: the oldest root a reader still uses.
  mutating func committed(sequence: UInt64, oldestPinned: UInt64?) {
    let freed = steps.compactMap { step in if case .freed(let run) = step { run } else { nil } }
    if !freed.isEmpty { pending.append(Pending(sequence: sequence, runs: freed)) }
    steps = []
    dirty = []
    older = nil
    self.sequence = sequence
    release(oldestPinned: oldestPinned)
    if leaves.count > FreeMap.keptLeafLimit { leaves = leaves.filter { $0.value.isBlockedAnywhere } }
  }

  /// Frees what was freed by commits before the last, as far as no reader needs it.
  mutating func release(oldestPinned: UInt64?) {
    let ready = pending.filter { $0.sequence < sequence && (oldestPinned ?? .max) >= $0.sequence }
    pending.removeAll { $0.sequence < sequence && (oldestPinned ?? .max) >= $0.sequence }
    for run in ready.flatMap(\.runs) { unblock(run) }
  }

  /// Takes back every mark since the last commit.
  mutating func undo() {
    for step in steps.reversed() {
      switch step {
      case .took(let run, let wasBlocked):
        forEachLoaded(run) { (leaf, range) in
          leaf.setUsed(range, false)
          leaf.setBlocked(range, wasBlocked)
        }
        usedCount -= run.pageCount
        if wasBlocked { blockedCount += run.pageCount }
      case .freed(let run):
        forEachLoaded(run) { (leaf, range) in
          leaf.setBlocked(range, false)
          leaf.setUsed(range, true)
        }
        usedCount += run.pageCount
        blockedCount -= run.pageCount
      }
    }
    steps = []
    dirty = []
  }

  // MARK: Checking

  /// Pages of the free map itself, checked copy by copy.
  mutating func check(_ checker: inout PageChecker) throws(VaultError) { try tree.check(&checker) }

  /// Pages whose mark in one leaf is not as in `expected`. With `correcting` the leaf is made so, for the next commit.
  mutating func differences(_ number: Int, from expected: FreeMapLeaf, correcting: Bool) throws(VaultError) -> Int {
    let leaf = try load(number)
    var count = 0
    for page in 0..<FreeMapLeaf.pageCount where leaf.isUsed(page) != expected.isUsed(page) {
      count += 1
      guard correcting else { continue }
      let run = Extent(start: number * FreeMapLeaf.pageCount + page, pageCount: 1)
      if expected.isUsed(page) { try use(run) } else { try free(run) }
    }
    return count
  }

  /// The next commit writes this leaf, and the map pages above it, anew.
  mutating func touch(_ number: Int) throws(VaultError) {
    _ = try load(number)
    dirty.insert(number)
  }

  /// A run cut at the borders of leaves: number of the leaf, and pages within it.
  static func pieces(_ run: Extent) -> [(number: Int, range: Range<Int>)] {
    var pieces: [(Int, Range<Int>)] = []
    var page = run.start
    let end = run.start + run.pageCount
    while page < end {
      let number = page / FreeMapLeaf.pageCount
      let base = number * FreeMapLeaf.pageCount
      let stop = min(end, base + FreeMapLeaf.pageCount)
      pieces.append((number, (page - base)..<(stop - base)))
      page = stop
    }
    return pieces
  }

  private static func joined(_ runs: [Extent]) -> [Extent] {
    var joined: [Extent] = []
    for run in runs {
      if let last = joined.last, last.start + last.pageCount == run.start {
        joined[joined.count - 1].pageCount += run.pageCount
      } else {
        joined.append(run)
      }
    }
    return joined
  }
}
