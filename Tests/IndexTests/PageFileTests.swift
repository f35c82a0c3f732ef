// Agony
// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Testing
import Vault

@testable import Index

@Suite("What SQLite takes for its file")
struct PageFileTests {
  private let pages = MemoryPages(durable: (0..<3).map { [UInt8](repeating: UInt8($0 + 1), count: 4096) })

  private func read(_ file: PageFile, at offset: Int64, count: Int) -> (code: Int32, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0xEE, count: count)
    let code = bytes.withUnsafeMutableBytes { file.read(at: offset, into: $0) }
    return (code, bytes)
  }

  private func write(_ file: PageFile, _ bytes: [UInt8], at offset: Int64) -> Int32 {
    bytes.withUnsafeBytes { file.write($0, at: offset) }
  }

  @Test(
    "Any piece can be read, across pages too",
    arguments: [(0, 4096), (0, 100), (24, 16), (4095, 2), (4000, 8288), (4096, 8192), (12287, 1)])
  func readsPieces(offset: Int, count: Int) {
    let image = pages.durable.flatMap { $0 }
    let (code, bytes) = read(PageFile(pages: pages), at: Int64(offset), count: count)
    #expect(code == SQLITE_OK)
    #expect(bytes == Array(image[offset..<offset + count]))
  }

  @Test("Past the end there are zeros and a short read", arguments: [(12_000, 4096), (12_288, 4096), (1 << 40, 100)])
  func readsPastEnd(offset: Int, count: Int) {
    let image = pages.durable.flatMap { $0 }
    let (code, bytes) = read(PageFile(pages: pages), at: Int64(offset), count: count)
    #expect(code == AGONY_SQLITE_IOERR_SHORT_READ)
    let present = Array(image.dropFirst(offset).prefix(count))
    #expect(bytes == present + [UInt8](repeating: 0, count: count - present.count))
  }

  @Test(
    "Any piece can be written, and nothing else changes", arguments: [(0, 100), (4090, 12), (4096, 4096), (12_280, 20)])
  func writesPieces(offset: Int, count: Int) {
    let file = PageFile(pages: pages)
    var image = pages.durable.flatMap { $0 }
    #expect(write(file, [UInt8](repeating: 0x55, count: count), at: Int64(offset)) == SQLITE_OK)
    let pageCount = (max(image.count, offset + count) + 4095) / 4096
    image += [UInt8](repeating: 0, count: pageCount * 4096 - image.count)
    image.replaceSubrange(offset..<offset + count, with: repeatElement(0x55, count: count))
    #expect(file.byteCount == Int64(image.count))
    #expect(read(file, at: 0, count: image.count).bytes == image)
  }

  @Test("Pages that were skipped are zero pages")
  func fillsGaps() {
    let file = PageFile(pages: MemoryPages())
    #expect(write(file, [UInt8](repeating: 9, count: 4096), at: 5 * 4096) == SQLITE_OK)
    #expect(file.byteCount == 6 * 4096)
    #expect(read(file, at: 0, count: 5 * 4096).bytes.allSatisfy { $0 == 0 })
    #expect(file.truncate(to: 8 * 4096) == SQLITE_OK)
    #expect(file.byteCount == 8 * 4096)
    #expect(file.truncate(to: 4096) == SQLITE_OK)
    #expect(file.byteCount == 4096)
  }

  @Test("Only an announced sync commits, and once")
  func announcedSync() {
    let file = PageFile(pages: pages)
    #expect(write(file, [1, 2, 3], at: 0) == SQLITE_OK)
    #expect(file.sync() == SQLITE_OK)
    #expect(pages.commitCount == 0)
    file.announcedCommit = .ordinary
    #expect(file.sync() == SQLITE_OK)
    #expect(file.sync() == SQLITE_OK)
    #expect(pages.commitCount == 1)
    #expect(file.commitCount == 1)
  }

  @Test(
    "After a failed commit every write, truncation and sync fails, announced or not",
    arguments: [VaultError.inputOutput(code: 5), .noRoom])
  func failedCommitLatches(error: VaultError) {
    let file = PageFile(pages: pages)
    pages.fail(atChange: 1, with: error)
    file.announcedCommit = .ordinary
    #expect(file.sync() == AGONY_SQLITE_IOERR_FSYNC)
    let calls = pages.changeCallCount
    file.announcedCommit = .ordinary
    #expect(file.sync() == AGONY_SQLITE_IOERR_FSYNC)
    file.announcedCommit = nil
    #expect(file.sync() == AGONY_SQLITE_IOERR_FSYNC)
    #expect(write(file, [1], at: 0) == AGONY_SQLITE_IOERR_WRITE)
    #expect(file.truncate(to: 0) == AGONY_SQLITE_IOERR_TRUNCATE)
    #expect(pages.changeCallCount == calls)
    #expect(file.latched == error)
    #expect(read(file, at: 0, count: 10).code == SQLITE_OK)
  }

  @Test("A failed write latches too, a failed read does not")
  func failedWriteLatches() {
    let file = PageFile(pages: pages)
    pages.failingRead = 1
    #expect(read(file, at: 0, count: 4096).code == AGONY_SQLITE_IOERR_READ)
    #expect(file.readFailure == .damaged(.page))
    #expect(file.latched == nil)
    #expect(read(file, at: 0, count: 4096).code == SQLITE_OK)
    pages.fail(atChange: 1, with: .noRoom)
    #expect(write(file, [UInt8](repeating: 0, count: 4096), at: 0) == SQLITE_FULL)
    #expect(file.latched == .noRoom)
    file.announcedCommit = .ordinary
    #expect(file.sync() == AGONY_SQLITE_IOERR_FSYNC)
    #expect(pages.commitCount == 0)
  }

  @Test("Sizes and places below zero are refused")
  func negative() {
    let file = PageFile(pages: pages)
    #expect(read(file, at: -1, count: 1).code == AGONY_SQLITE_IOERR_READ)
    #expect(write(file, [1], at: -1) == AGONY_SQLITE_IOERR_WRITE)
    #expect(file.truncate(to: -1) == AGONY_SQLITE_IOERR_TRUNCATE)
  }
}
