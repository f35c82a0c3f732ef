// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Synchronization

/// One open room: pages of its index, and parts of its objects.
///
/// Safe to use from several threads, one writer of index pages at a time. What is written stays in memory until `commit`, which makes it durable
/// as a whole or not at all. Nothing of a `Space` reaches outside its own room.
package final class Space: Sendable {
  package static let pageByteCount = VaultGeometry.pageByteCount

  let file: VaultFile
  let room: Int
  let keys: RoomKeys
  let storage: PageStorage
  let roots: RootSlots
  let state: Mutex<State>

  struct State {
    var root: RootRecord
    var index: PageTree
    var freeMap: FreeMap
    /// Index pages written since the last commit.
    var overlay: [Int: [UInt8]] = [:]
    var indexPageCount: Int
    /// Pages from here on were cut off since the last commit, and are zero unless written again.
    var cut: Int
    var adopted: [Part] = []
    var released: [Part] = []
    /// A write or a sync failed: W-rules allow nothing more before a fresh start.
    var isStopped = false
    var pins: [UInt64: Int] = [:]

    /// Back to the pages of the last durable root.
    mutating func forgetPages() {
      overlay = [:]
      indexPageCount = root.indexPageCount
      cut = root.indexPageCount
    }
  }

  /// Opens an album's room at the newest root that opens; `.damaged(.root)` if none does.
  package convenience init(_ file: VaultFile, _ opened: OpenedRoom) throws(VaultError) {
    precondition(!opened.isSpare, "a spare has no root")
    try self.init(file, room: opened.room, masterKey: opened.masterKey)
  }

  init(_ file: VaultFile, room: Int, masterKey: SecretBytes) throws(VaultError) {
    self.file = file
    self.room = room
    keys = RoomKeys(masterKey: masterKey, vaultHash: file.vaultHash)
    storage = PageStorage(file: file, room: room, keys: keys)
    roots = RootSlots(file: file, room: room, key: keys.root)
    let records = try roots.read()
    let found = records.compactMap { $0 }
    guard let root = found.max(by: { $0.sequence < $1.sequence }) else { throw .damaged(.root) }
    let older = found.filter { $0.sequence < root.sequence }.max { $0.sequence < $1.sequence }
    let reserved = RoomLayout(file.geometry).reservedPages
    state = Mutex(
      State(
        root: root, index: PageTree(.index, storage: storage, shape: root.index),
        freeMap: FreeMap(root: root, older: older, storage: storage, reserved: reserved),
        indexPageCount: root.indexPageCount, cut: root.indexPageCount))
  }

  package var isWritable: Bool { file.isWritable && !state.withLock { isStopped($0) } }

  /// After a failed write of this space, or a failed sync of any: the system tells of lost pages once, whoever asks.
  private func isStopped(_ state: State) -> Bool { state.isStopped || file.isStopped }

  // MARK: Index pages

  /// Pages of the index as written so far, committed or not.
  package var indexPageCount: Int { state.withLock { $0.indexPageCount } }

  /// Reads one page of the index, the uncommitted one if there is one. A page never written is zero.
  package func readIndexPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) throws(VaultError) {
    precondition(page.count == Space.pageByteCount)
    try state.withLock { (state) throws(VaultError) in
      if let written = state.overlay[number] {
        page.copyBytes(from: written)
        return
      }
      let kind = number < state.cut ? try state.index.readLeaf(number, into: page) : .absent
      if kind != .page { page.initializeMemory(as: UInt8.self, repeating: 0) }
    }
  }

  /// Keeps one page in memory for the next commit.
  package func writeIndexPage(_ number: Int, from page: UnsafeRawBufferPointer) throws(VaultError) {
    precondition(page.count == Space.pageByteCount)
    guard file.isWritable else { throw .readOnly }
    try state.withLock { (state) throws(VaultError) in
      if isStopped(state) { throw .stopped }
      state.overlay[number] = Array(page)
      state.indexPageCount = max(state.indexPageCount, number + 1)
    }
  }

  package func truncateIndex(to pageCount: Int) throws(VaultError) {
    try state.withLock { (state) throws(VaultError) in
      if isStopped(state) { throw .stopped }
      for number in state.overlay.keys where number >= pageCount { state.overlay[number] = nil }
      state.indexPageCount = min(state.indexPageCount, pageCount)
      state.cut = min(state.cut, pageCount)
    }
  }

  /// Forgets pages written since the last commit.
  package func discardOverlay() {
    state.withLock { $0.forgetPages() }
  }

  // MARK: Commit

  /// The next commit names the part.
  package func adopt(_ part: Part) { state.withLock { $0.adopted.append(part) } }

  /// The next commit no longer names the part.
  package func release(_ part: Part) { state.withLock { $0.released.append(part) } }

  /// The part was written and will not be named: its pages are free at once.
  package func abandon(_ part: Part) {
    state.withLock { state in for run in part.extents { state.freeMap.unblock(run) } }
  }

  /// Forgets `adopt` and `release` since the last commit. The parts stay written until `abandon`.
  package func rollBack() {
    state.withLock { state in
      state.adopted = []
      state.released = []
    }
  }

  /// Makes pages written, parts adopted and parts released durable as one: pages, sync, both slots of the root, sync.
  ///
  /// `.noRoom`: nothing was written, everything is as before the call. Any other error: the last commit holds, and nothing more can be written
  /// before the vault is opened anew. `usingReserve` is for what makes room or must always work.
  package func commit(usingReserve: Bool = false) throws(VaultError) {
    guard file.isWritable else { throw .readOnly }
    try state.withLock { (state) throws(VaultError) in
      if isStopped(state) { throw .stopped }
      let plan = try plan(&state, usingReserve: usingReserve)
      do throws(VaultError) {
        state.root = try write(plan, &state)
      } catch {
        stop(&state)
        throw error
      }
      state.freeMap.committed(sequence: state.root.sequence, oldestPinned: state.pins.keys.min())
      state.forgetPages()
      state.adopted = []
      state.released = []
    }
  }

  private struct Plan {
    var index: [PageTree.Position: PageTree.Change] = [:]
    var indexDepth: Int
    var freeMap: (changes: [PageTree.Position: PageTree.Change], depth: Int) = ([:], 0)
  }

  /// Decides where everything goes. Throws `.noRoom` with all marks taken back; errors of reading take them back too.
  private func plan(_ state: inout State, usingReserve: Bool) throws(VaultError) -> Plan {
    let pages = file.geometry.roomPageCount
    do throws(VaultError) {
      for part in state.adopted {
        for run in part.extents { try state.freeMap.adopt(run) }
      }
      for part in state.released {
        for run in part.extents { try state.freeMap.free(run) }
      }
      var plan = Plan(indexDepth: state.index.shape.depth)
      plan.indexDepth = TreePath.depth(forLeaves: state.indexPageCount, atLeast: plan.indexDepth)
      let changed = state.overlay.keys.sorted()
      let dropped = (state.cut..<state.root.indexPageCount).filter { state.overlay[$0] == nil }
      for number in dropped {
        let position = PageTree.Position(level: 0, number: number)
        try freePages(at: position, &state)
        plan.index[position] = .mark(.absent)
      }
      let leaves = changed.map { PageTree.Position(level: 0, number: $0) }
      let above = state.index.ancestors(of: changed + dropped, depth: plan.indexDepth).sorted()
      for position in leaves + above {
        try freePages(at: position, &state)
        guard position.number * TreePath.leafCapacity(depth: position.level) < state.indexPageCount else {
          plan.index[position] = .mark(.absent)  // a map page behind the end has nothing left to name
          continue
        }
        let first = try state.freeMap.takePage(roomPageCount: pages)
        let mirror = try state.freeMap.takePage(roomPageCount: pages, notBefore: first + FreeMap.mirrorDistance)
        plan.index[position] = .write(first: first, mirror: mirror)
      }
      plan.freeMap = try state.freeMap.plan(roomPageCount: pages)
      if !usingReserve, pages - state.freeMap.usedCount - state.freeMap.blockedCount < reservePageCount / 2 {
        throw .noRoom
      }
      return plan
    } catch {
      state.freeMap.undo()
      throw error
    }
  }

  private func freePages(at position: PageTree.Position, _ state: inout State) throws(VaultError) {
    for page in try state.index.entry(position).pages { try state.freeMap.free(Extent(start: page, pageCount: 1)) }
  }

  private func write(_ plan: Plan, _ state: inout State) throws(VaultError) -> RootRecord {
    let overlay = state.overlay
    try state.index.apply(plan.index, depth: plan.indexDepth) { number in
      overlay[number] ?? [UInt8](repeating: 0, count: Space.pageByteCount)
    }
    let freeMap = try state.freeMap.write(plan.freeMap)
    try file.synchronize()  // pages and parts durable before a root names them: W3
    let hints = state.freeMap.hints
    let root = RootRecord(
      sequence: state.root.sequence + 1, indexPageCount: state.indexPageCount, index: state.index.shape,
      freeMap: freeMap, usedPageCount: state.freeMap.usedCount, objectHint: hints.object, pageHint: hints.page)
    try roots.write(root)
    try file.synchronize()  // both slots of the root durable before anyone is told: W4
    return root
  }

  /// After a failed write: back to the last durable root, for reading only.
  private func stop(_ state: inout State) {
    state.isStopped = true
    state.index = PageTree(.index, storage: storage, shape: state.root.index)
    state.forgetPages()
    state.adopted = []
    state.released = []
  }

  /// A write of a part failed: the same end as a failed commit.
  func stop() { state.withLock { stop(&$0) } }

  // MARK: Room

  /// Kept free by objects: 1 % of the room, at least 128 pages but no more than an eighth of it.
  private var reservePageCount: Int {
    let pages = file.geometry.roomPageCount
    return max(pages / 100, min(128, pages / 8))
  }

  package var capacity: Capacity {
    let pages = file.geometry.roomPageCount
    let reserve = reservePageCount
    return state.withLock { state in
      let free = pages - state.freeMap.usedCount - state.freeMap.blockedCount - reserve
      return Capacity(
        totalByteCount: Int64(pages) * Int64(Space.pageByteCount),
        usedByteCount: Int64(state.freeMap.usedCount) * Int64(Space.pageByteCount),
        availableByteCount: Int64(max(0, free)) * Int64(Space.pageByteCount))
    }
  }

  /// Pages for an object, not used by anything until adopted or abandoned.
  func takeRuns(_ pageCount: Int) throws(VaultError) -> [Extent] {
    guard file.isWritable else { throw .readOnly }
    let pages = file.geometry.roomPageCount
    let reserve = reservePageCount
    return try state.withLock { (state) throws(VaultError) in
      if isStopped(state) { throw .stopped }
      guard pages - state.freeMap.usedCount - state.freeMap.blockedCount - pageCount >= reserve else { throw .noRoom }
      return try state.freeMap.takeRuns(pageCount, roomPageCount: pages)
    }
  }

  func giveBack(_ runs: [Extent]) {
    state.withLock { state in for run in runs { state.freeMap.unblock(run) } }
  }
}
