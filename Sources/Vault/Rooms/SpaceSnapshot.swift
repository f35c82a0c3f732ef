// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The index of a space as one durable root has it, for a reader who must not wait for a writer.
///
/// Pages that root uses are not written over while this lives. Parts it names stay readable too. Safe to use from several threads.
package final class SpaceSnapshot: Sendable {
  /// To read the parts the snapshot names.
  package let space: Space
  package let indexPageCount: Int
  private let sequence: UInt64
  private let index: Mutex<PageTree>

  fileprivate init(of space: Space, root: RootRecord) {
    self.space = space
    indexPageCount = root.indexPageCount
    sequence = root.sequence
    index = Mutex(PageTree(.index, storage: space.storage, shape: root.index))
  }

  deinit { space.unpin(sequence) }

  /// A page never written is zero.
  package func readIndexPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) throws(VaultError) {
    precondition(page.count == Space.pageByteCount)
    let kind =
      number < indexPageCount
      ? try index.withLock { (index) throws(VaultError) in try index.readLeaf(number, into: page) } : .absent
    if kind != .page { page.initializeMemory(as: UInt8.self, repeating: 0) }
  }
}

extension Space {
  /// The last durable state, which stays readable as long as the snapshot lives.
  package func snapshot() -> SpaceSnapshot {
    let root = state.withLock { state in
      state.pins[state.root.sequence, default: 0] += 1
      return state.root
    }
    return SpaceSnapshot(of: self, root: root)
  }

  fileprivate func unpin(_ sequence: UInt64) {
    state.withLock { state in
      let left = (state.pins[sequence] ?? 1) - 1
      state.pins[sequence] = left > 0 ? left : nil
      state.freeMap.release(oldestPinned: state.pins.keys.min())
    }
  }
}
