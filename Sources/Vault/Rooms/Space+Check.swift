// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Synchronization

extension Space {
  /// Opens both copies of every page of both trees and all root slots, and compares the free map with what is in use.
  ///
  /// `parts`: all that the index names. `progress` is told pages done and in all. Throws `.damaged(.page)` if a page opens in neither copy. With `repair`
  /// everything found is written anew; the report tells what was found. Nothing may be uncommitted.
  package func check(
    parts: [Part], repair: Bool, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(VaultError) -> PageReport {
    let roomPageCount = file.geometry.roomPageCount
    let records = try roots.read()
    return try withoutActuallyEscaping(progress) { (progress) throws(VaultError) in
      let report = try state.withLock { (state) throws(VaultError) in
        let total = state.root.indexPageCount + state.root.indexPageCount / TreeEntry.fanOut + 2
        var checker = PageChecker(storage: storage) { progress(min($0, total), total) }
        for page in RoomLayout(file.geometry).reservedPages { checker.use(Extent(start: page, pageCount: 1)) }
        for part in parts {
          for run in part.extents { checker.use(run) }
        }
        let leafCount = (roomPageCount + FreeMapLeaf.pageCount - 1) / FreeMapLeaf.pageCount
        try state.index.check(&checker)
        try state.freeMap.check(&checker)
        var report = PageReport()
        report.pageCount = checker.pageCount
        report.damagedCopyCount = checker.damagedCopyCount
        report.damagedRootSlotCount = records.count { record in
          // A commit that failed may have left a root that is newer than the last durable one.
          guard let record else { return true }
          return record.sequence < state.root.sequence && state.root.sequence - record.sequence > 1
        }
        for number in 0..<leafCount {
          let expected = checker.expected[number] ?? FreeMapLeaf(filledWith: false)
          report.freeMapDifferenceCount += try state.freeMap.differences(number, from: expected, correcting: false)
        }
        if repair, !report.isWhole { try mark(checker, leafCount: leafCount, &state) }
        return report
      }
      if repair, !report.isWhole {
        // Both pairs of root slots, and everything they lead to.
        for _ in 0..<2 { try commit(usingReserve: true) }
      }
      return report
    }
  }

  /// Readies for the next commit what the checker found damaged.
  private func mark(_ checker: PageChecker, leafCount: Int, _ state: inout State) throws(VaultError) {
    guard file.isWritable else { throw .readOnly }
    for number in checker.damagedIndexLeaves where number < state.root.indexPageCount {
      var page = [UInt8](repeating: 0, count: Space.pageByteCount)
      _ = try page.withMutableRawBytes { (page) throws(VaultError) in try state.index.readLeaf(number, into: page) }
      state.overlay[number] = page
    }
    for number in checker.damagedMapLeaves where number < leafCount { try state.freeMap.touch(number) }
    for number in 0..<leafCount {
      let expected = checker.expected[number] ?? FreeMapLeaf(filledWith: false)
      _ = try state.freeMap.differences(number, from: expected, correcting: true)
    }
  }
}
