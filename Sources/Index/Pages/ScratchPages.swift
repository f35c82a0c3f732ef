// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Vault

/// Pages over pages that cannot be written: changes live in memory only, and are wiped with the object.
///
/// An empty album in a read-only vault gets its schema here, an older one its migration.
final class ScratchPages: IndexPages {
  private let base: any IndexPages
  private var changed: [Int: UnsafeMutableRawBufferPointer] = [:]
  private var pageCount: Int

  init(over base: any IndexPages) {
    self.base = base
    pageCount = base.indexPageCount
  }

  deinit { wipe() }

  var isWritable: Bool { false }
  var indexPageCount: Int { pageCount }

  func readIndexPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) throws(VaultError) {
    if let copy = changed[number] {
      page.copyMemory(from: UnsafeRawBufferPointer(copy))
    } else {
      try base.readIndexPage(number, into: page)
    }
  }

  func writeIndexPage(_ number: Int, from page: UnsafeRawBufferPointer) throws(VaultError) {
    let copy = changed[number] ?? .allocate(byteCount: Space.pageByteCount, alignment: 16)
    copy.copyMemory(from: page)
    changed[number] = copy
    pageCount = max(pageCount, number + 1)
  }

  func truncateIndex(to pageCount: Int) throws(VaultError) {
    for number in changed.keys where number >= pageCount { forget(number) }
    self.pageCount = pageCount
  }

  func discardOverlay() {
    wipe()
    base.discardOverlay()
    pageCount = base.indexPageCount
  }

  func commit(usingReserve: Bool) throws(VaultError) { throw .readOnly }
  func rollBack() { base.rollBack() }

  private func wipe() {
    for number in changed.keys { forget(number) }
  }

  private func forget(_ number: Int) {
    guard let copy = changed.removeValue(forKey: number) else { return }
    agony_sqlite_wipe(copy.baseAddress, copy.count)
    copy.deallocate()
  }
}
