// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Vault

/// What SQLite takes for its database file.
///
/// Writes go to the overlay of the pages. `sync` makes them durable only while a commit is announced: SQLite also
/// syncs on a ROLLBACK after pages had spilled, and again after a sync that failed.
///
/// The first failed write, truncation or commit latches: from then on each of them fails, until a new file is opened.
/// A failed read does not latch. Used by one thread at a time, as the connection is.
final class PageFile {
  static let pageByteCount = Space.pageByteCount

  private let pages: any IndexPages
  /// Holds one page while only a piece of it is read or written.
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pageByteCount, alignment: 16)

  enum Commit {
    case ordinary
    case usingReserve
  }

  /// Set by the one COMMIT that is to reach the disk, and taken back by the sync that did it.
  var announcedCommit: Commit?
  /// Commits that reached the disk.
  private(set) var commitCount = 0
  /// Why nothing more can be written through this file.
  private(set) var latched: VaultError?
  /// Why the last failed read failed.
  private(set) var readFailure: VaultError?

  init(pages: any IndexPages) {
    self.pages = pages
  }

  deinit {
    agony_sqlite_wipe(piece.baseAddress, piece.count)
    piece.deallocate()
  }

  var byteCount: Int64 { Int64(pages.indexPageCount) * Int64(PageFile.pageByteCount) }

  /// What explains an I/O error of SQLite's.
  var failure: VaultError? { latched ?? readFailure }

  func forgetReadFailure() { readFailure = nil }

  /// From now on nothing is written through this file.
  func stop() { latched = latched ?? .stopped }

  /// Fills `bytes` from `offset` on, with zeros past the end of the file.
  func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer) -> Int32 {
    guard let start = Int(exactly: offset), start >= 0 else { return AGONY_SQLITE_IOERR_READ }
    let pageCount = pages.indexPageCount
    var done = 0
    do throws(VaultError) {
      while done < bytes.count {
        let (number, skip) = (start + done).quotientAndRemainder(dividingBy: PageFile.pageByteCount)
        guard number < pageCount else { break }
        let count = min(bytes.count - done, PageFile.pageByteCount - skip)
        let target = UnsafeMutableRawBufferPointer(rebasing: bytes[done..<done + count])
        if count == PageFile.pageByteCount {
          try pages.readIndexPage(number, into: target)
        } else {
          try pages.readIndexPage(number, into: piece)
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[skip..<skip + count]))
        }
        done += count
      }
    } catch {
      readFailure = error
      return AGONY_SQLITE_IOERR_READ
    }
    guard done < bytes.count else { return SQLITE_OK }
    UnsafeMutableRawBufferPointer(rebasing: bytes[done...]).initializeMemory(as: UInt8.self, repeating: 0)
    return AGONY_SQLITE_IOERR_SHORT_READ
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    guard let start = Int(exactly: offset), start >= 0 else { return AGONY_SQLITE_IOERR_WRITE }
    return latching(otherwise: AGONY_SQLITE_IOERR_WRITE) { () throws(VaultError) in
      var done = 0
      while done < bytes.count {
        let (number, skip) = (start + done).quotientAndRemainder(dividingBy: PageFile.pageByteCount)
        try extend(to: number)
        let count = min(bytes.count - done, PageFile.pageByteCount - skip)
        let source = UnsafeRawBufferPointer(rebasing: bytes[done..<done + count])
        if count == PageFile.pageByteCount {
          try pages.writeIndexPage(number, from: source)
        } else {
          try extend(to: number + 1)
          try pages.readIndexPage(number, into: piece)
          UnsafeMutableRawBufferPointer(rebasing: piece[skip..<skip + count]).copyMemory(from: source)
          try pages.writeIndexPage(number, from: UnsafeRawBufferPointer(piece))
        }
        done += count
      }
    }
  }

  func truncate(to byteCount: Int64) -> Int32 {
    guard byteCount >= 0, let size = Int(exactly: byteCount) else { return AGONY_SQLITE_IOERR_TRUNCATE }
    return latching(otherwise: AGONY_SQLITE_IOERR_TRUNCATE) { () throws(VaultError) in
      let pageCount = (size + PageFile.pageByteCount - 1) / PageFile.pageByteCount
      if pageCount < pages.indexPageCount {
        try pages.truncateIndex(to: pageCount)
      } else {
        try extend(to: pageCount)
      }
    }
  }

  func sync() -> Int32 {
    latching(otherwise: AGONY_SQLITE_IOERR_FSYNC) { () throws(VaultError) in
      guard let commit = announcedCommit else { return }
      announcedCommit = nil
      try pages.commit(usingReserve: commit == .usingReserve)
      commitCount += 1
    }
  }

  /// SQLite never writes the page at 1 GiB and may skip others past the end: they are zero pages, not holes.
  private func extend(to pageCount: Int) throws(VaultError) {
    guard pages.indexPageCount < pageCount else { return }
    piece.initializeMemory(as: UInt8.self, repeating: 0)
    for number in pages.indexPageCount..<pageCount {
      try pages.writeIndexPage(number, from: UnsafeRawBufferPointer(piece))
    }
  }

  private func latching(otherwise code: Int32, _ body: () throws(VaultError) -> Void) -> Int32 {
    guard latched == nil else { return code }
    do throws(VaultError) {
      try body()
      return SQLITE_OK
    } catch {
      latched = error
      return error == .noRoom && code == AGONY_SQLITE_IOERR_WRITE ? SQLITE_FULL : code
    }
  }
}
