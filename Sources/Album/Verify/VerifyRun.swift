// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Vault

/// One check of everything. Runs on the caller's thread; the reading is done by others.
final class VerifyRun {
  private struct Job: Sendable {
    let item: Int64
    let original: StoredOriginal
  }

  private struct Result: Sendable {
    let job: Job
    /// Nil if it was given up.
    let isSound: Bool?
  }

  private static let threadCount = 2
  private static let lookahead = 16
  private static let pollInterval: Duration = .milliseconds(100)

  private let album: Album
  private let events: (VerifyEvent) -> Void
  private let isCancelled: () -> Bool
  private let signals = WorkSignals()
  private let workers: Workers<Job, Result>
  private var report = VerifyReport()
  private var total: Int64 = 0
  private var shownByteCount: Int64 = -1

  init(
    _ album: Album, events: @escaping (VerifyEvent) -> Void, isCancelled: @escaping () -> Bool
  ) throws(AlbumError) {
    self.album = album
    self.events = events
    self.isCancelled = isCancelled
    let space = album.space
    let signals = signals
    workers = try Workers(count: VerifyRun.threadCount) {
      let stream = ObjectStream(space: space)
      return { job in Result(job: job, isSound: VerifyRun.isSound(job.original, stream, signals)) }
    }
  }

  func run(repair: Bool) throws -> VerifyReport {
    defer {
      signals.end()
      workers.finish()
    }
    total = try album.database.first("SELECT SUM(size) FROM original") { $0.int64(0) } ?? 0
    try readItems()
    guard !report.wasCancelled else { return report }
    var parts = try checkIndex()
    // Pages are never called free on the word of an index that is not sound itself.
    let repairs = repair && report.indexProblems == 0
    if try checkPictures(repair: repairs) { parts = try checkIndex() }
    report.pages = try album.space.check(parts: parts, repair: repairs) { _, _ in }
    report.repaired = repairs
    return report
  }

  private func readItems() throws {
    var items = try album.database.query("SELECT id FROM item") { $0.int64(0) }[...]
    while true {
      if isCancelled(), !report.wasCancelled {
        report.wasCancelled = true
        signals.end()
      }
      while !signals.isEnding, workers.outstandingCount < VerifyRun.lookahead, let item = items.popFirst() {
        try begin(item)
      }
      showProgress()
      guard workers.outstandingCount > 0 else { break }
      if let result = workers.next(within: VerifyRun.pollInterval) { handle(result) }
    }
    showProgress()
  }

  private func begin(_ item: Int64) throws {
    let originals = try album.originals(ofItem: item)
    report.items += 1
    if originals.isEmpty { damaged(item, name: []) }
    for original in originals {
      workers.submit(Job(item: item, original: original))
    }
  }

  private func handle(_ result: Result) {
    switch result.isSound {
    case true?: report.byteCount += result.job.original.byteCount
    case false?: damaged(result.job.item, name: result.job.original.name)
    case nil: break
    }
  }

  private func damaged(_ item: Int64, name: [UInt8]) {
    report.damagedItems.append(DamagedItem(id: item, name: name))
    events(.damagedItem(id: item, name: name))
  }

  /// Small pictures; with `repair` those that do not open are taken out, for the next analysis to make anew. True if any were.
  private func checkPictures(repair: Bool) throws -> Bool {
    let pictures = try album.database.query("SELECT item, object FROM rendition") { ($0.int64(0), $0.int64(1)) }
    var damaged: Set<Int64> = []
    for (item, object) in pictures where !isCancelled() {
      do {
        _ = try album.readWhole(object: object)
      } catch is VaultError {
        report.damagedPictures += 1
        damaged.insert(item)
      }
    }
    guard repair, !damaged.isEmpty else { return false }
    _ = try album.transaction(usingReserve: true) {
      for item in damaged {
        try album.dropRenditions(of: item)
        try album.setPending(item)
      }
    }
    return true
  }

  private static func isSound(_ original: StoredOriginal, _ stream: ObjectStream, _ signals: WorkSignals) -> Bool? {
    do {
      let hash = ContentHash()
      // What the disk holds, not what the page cache remembers of it.
      try original.read(through: stream, bypassingCache: true) { bytes in
        guard !signals.isEnding else { throw ExportFailure.cancelled }
        hash.update(bytes)
        signals.count(Int64(bytes.count))
      }
      return hash.finish() == original.sha256
    } catch is ExportFailure {
      return nil
    } catch {
      return false
    }
  }

  /// Returns every part that the index names, of whatever object.
  private func checkIndex() throws -> [Part] {
    if try !album.database.isSound() { report.indexProblems += 1 }
    let lost = try album.database.first(
      """
      SELECT (SELECT COUNT(*) FROM original o WHERE NOT EXISTS (SELECT 1 FROM item i WHERE i.id = o.item))
        + (SELECT COUNT(*) FROM membership m WHERE NOT EXISTS (SELECT 1 FROM item i WHERE i.id = m.item)
          OR NOT EXISTS (SELECT 1 FROM collection c WHERE c.id = m.collection))
        + (SELECT COUNT(*) FROM facts f WHERE NOT EXISTS (SELECT 1 FROM item i WHERE i.id = f.item))
        + (SELECT COUNT(*) FROM rendition r WHERE NOT EXISTS (SELECT 1 FROM item i WHERE i.id = r.item))
        + (SELECT COUNT(*) FROM pending p WHERE NOT EXISTS (SELECT 1 FROM item i WHERE i.id = p.item))
      """
    ) { $0.int64(0) }
    report.indexProblems += Int(lost ?? 0)
    let rows = try album.database.query("SELECT seed, size, extents FROM part") {
      (seed: $0.blob(0), byteCount: $0.int64(1), extents: $0.blob(2))
    }
    var parts: [Part] = []
    parts.reserveCapacity(rows.count)
    for row in rows {
      do throws(VaultError) {
        parts.append(try Part(seed: row.seed, byteCount: row.byteCount, encodedExtents: row.extents))
      } catch {
        report.indexProblems += 1
      }
    }
    let extents = parts.flatMap(\.extents).sorted { $0.start < $1.start }
    report.indexProblems += zip(extents, extents.dropFirst()).count { $0.start + $0.pageCount > $1.start }
    return parts
  }

  private func showProgress() {
    let byteCount = signals.readByteCount
    guard byteCount != shownByteCount else { return }
    shownByteCount = byteCount
    events(.progress(byteCount: byteCount, total: total))
  }
}
