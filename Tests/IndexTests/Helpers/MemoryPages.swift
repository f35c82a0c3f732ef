// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Vault

/// Index pages in memory that keep what is durable apart from what is not, and fail on demand.
final class MemoryPages: IndexPages {
  private(set) var durable: [[UInt8]]
  private var current: [[UInt8]]

  private(set) var writeCount = 0
  private(set) var commitCount = 0
  private(set) var rollBackCount = 0
  private(set) var discardCount = 0
  private(set) var isStopped = false
  var isReadOnly = false
  /// Only commits that may use the reserve succeed.
  var isFull = false

  /// Writes, truncations and commits so far.
  private(set) var changeCallCount = 0
  /// Which of them, counted from 1, fails, and how. `.noRoom` leaves the pages writable.
  var failingChange: (call: Int, error: VaultError)?
  private(set) var readCount = 0
  /// Which read, counted from 1, fails with `.damaged(.page)`.
  var failingRead: Int?

  init(durable: [[UInt8]] = []) {
    self.durable = durable
    current = durable
  }

  var isWritable: Bool { !isStopped && !isReadOnly }
  var indexPageCount: Int { current.count }

  func readIndexPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) throws(VaultError) {
    readCount += 1
    if readCount == failingRead { throw .damaged(.page) }
    precondition(page.count == 4096, "A page is read whole.")
    page.copyBytes(from: current[number])
  }

  func writeIndexPage(_ number: Int, from page: UnsafeRawBufferPointer) throws(VaultError) {
    try change()
    writeCount += 1
    precondition(page.count == 4096 && number <= current.count, "A page is written whole, and no hole is left.")
    if number == current.count {
      current.append([UInt8](page))
    } else {
      current[number] = [UInt8](page)
    }
  }

  func truncateIndex(to pageCount: Int) throws(VaultError) {
    try change()
    current.removeLast(current.count - pageCount)
  }

  func discardOverlay() {
    discardCount += 1
    current = durable
  }

  func commit(usingReserve: Bool) throws(VaultError) {
    try change()
    if isFull, !usingReserve { throw .noRoom }
    commitCount += 1
    durable = current
  }

  func rollBack() { rollBackCount += 1 }

  private func change() throws(VaultError) {
    changeCallCount += 1
    if isReadOnly { throw .readOnly }
    if isStopped { throw .stopped }
    guard let failing = failingChange, failing.call == changeCallCount else { return }
    if failing.error != .noRoom { isStopped = true }
    throw failing.error
  }

  /// Makes the n-th change from now fail.
  func fail(atChange n: Int, with error: VaultError) {
    failingChange = (changeCallCount + n, error)
  }

  func holds(_ text: String) -> Bool {
    let needle = Array(text.utf8)
    return durable.contains { page in
      page.indices.contains { page[$0...].starts(with: needle) }
    }
  }
}
