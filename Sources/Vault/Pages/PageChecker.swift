// Agony
// SPDX-License-Identifier: Apache-2.0

/// Opens both copies of every page shown to it, and draws the free map that should be.
struct PageChecker {
  private let storage: PageStorage
  private(set) var pageCount = 0
  private(set) var damagedCopyCount = 0
  /// Index leaves and free-map leaves at or below a page with a copy that does not open.
  private(set) var damagedIndexLeaves: Set<Int> = []
  private(set) var damagedMapLeaves: Set<Int> = []
  private(set) var expected: [Int: FreeMapLeaf] = [:]
  private let progress: (Int) -> Void

  /// `progress` is told the pages checked so far.
  init(storage: PageStorage, progress: @escaping (Int) -> Void) {
    self.storage = storage
    self.progress = progress
  }

  /// Throws `.damaged(.page)` if neither copy opens: what lies there is lost.
  mutating func check(
    _ entry: TreeEntry, tree: SealedPage.TreeID, _ position: PageTree.Position
  ) throws(VaultError) {
    pageCount += 1
    var openCount = 0
    progress(pageCount)
    for (copy, page) in zip(SealedPage.Copy.allCases, entry.pages) {
      use(Extent(start: page, pageCount: 1))
      let opens = withUnsafeTemporaryAllocation(byteCount: VaultGeometry.pageByteCount, alignment: 64) { plain in
        storage.opens(entry, copy, tree: tree, level: position.level, number: position.number, into: plain)
      }
      guard !opens else {
        openCount += 1
        continue
      }
      damagedCopyCount += 1
      let leaf = position.number * TreePath.leafCapacity(depth: position.level)
      if tree == .index { damagedIndexLeaves.insert(leaf) } else { damagedMapLeaves.insert(leaf) }
    }
    guard openCount > 0 else { throw .damaged(.page) }
  }

  mutating func use(_ run: Extent) {
    for (number, range) in FreeMap.pieces(run) {
      expected[number, default: FreeMapLeaf(filledWith: false)].setUsed(range, true)
    }
  }
}
