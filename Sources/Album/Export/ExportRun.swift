// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Index
internal import Vault

/// One export. Runs on the caller's thread; reading and writing is done by others.
final class ExportRun {
  private static let threadCount = 3
  private static let lookahead = 8
  private static let pollInterval: Duration = .milliseconds(100)

  private let album: Album
  private let folderPath: [UInt8]
  private let folder: ExportFolder
  private let events: (ExportEvent) -> Void
  private let isCancelled: () -> Bool
  private let signals = WorkSignals()
  private let workers: Workers<ExportJob, ExportResult>
  private var report = ExportReport()
  private var shownByteCount: Int64 = -1

  init(
    _ album: Album, to path: [UInt8], events: @escaping (ExportEvent) -> Void, isCancelled: @escaping () -> Bool
  ) throws(AlbumError) {
    self.album = album
    folderPath = path
    let folder = try ExportFolder(path)
    self.folder = folder
    self.events = events
    self.isCancelled = isCancelled
    let space = album.space
    let signals = signals
    workers = try Workers(count: ExportRun.threadCount) {
      let worker = ExportWorker(space: space, folder: folder, signals: signals)
      return { worker.run($0) }
    }
  }

  func run(_ items: [Int64]) throws -> ExportReport {
    defer {
      signals.end()
      workers.finish()
    }
    let total = try announce(items)
    var next = 0
    while true {
      if isCancelled(), !report.wasCancelled {
        report.wasCancelled = true
        signals.end()
      }
      while next < items.count, !signals.isEnding, workers.outstandingCount < ExportRun.lookahead {
        try begin(items[next])
        next += 1
      }
      showProgress()
      guard workers.outstandingCount > 0 else { break }
      if let result = workers.next(within: ExportRun.pollInterval) { handle(result) }
    }
    // The names. EINVAL: a file system that has no such thing for folders.
    if fsync(folder.descriptor) != 0, errno != EINVAL, report.stoppedBy == nil {
      report.stoppedBy = .destination(code: errno)
    }
    report.notReached = max(0, total - report.exported - report.failed)
    showProgress()
    return report
  }

  /// Returns how many files there are; an item that is missing counts as one.
  private func announce(_ items: [Int64]) throws -> Int {
    var fileCount = 0
    var byteCount: Int64 = 0
    for item in items {
      let sizes = try album.database.query("SELECT size FROM original WHERE item = ?1", .integer(item)) { $0.int64(0) }
      fileCount += max(1, sizes.count)
      byteCount += sizes.reduce(0, +)
    }
    events(.ready(fileCount: fileCount, byteCount: byteCount))
    return fileCount
  }

  private func begin(_ item: Int64) throws {
    let originals = try album.originals(ofItem: item)
    if originals.isEmpty { fail(item, Problem(path: [], status: .failed, code: .missing)) }
    for original in originals { workers.submit(ExportJob(item: item, original: original)) }
  }

  private func handle(_ result: ExportResult) {
    let job = result.job
    switch result.outcome {
    case .exported(let name):
      report.exported += 1
      report.byteCount += job.original.byteCount
      let path = folderPath.last == 0x2F ? folderPath + name : folderPath + [0x2F] + name
      events(
        .exported(id: job.item, path: path, sha256: job.original.sha256, byteCount: job.original.byteCount))
    case .failed(let failure):
      fail(job.item, problem(failure, job.original.name))
    }
  }

  private func problem(_ failure: ExportFailure, _ name: [UInt8]) -> Problem {
    switch failure {
    case .system(let code):
      // Nothing more will find room, or be allowed, either.
      if [ENOSPC, EDQUOT, EROFS, EACCES, EPERM, ENOENT].contains(code) {
        if report.stoppedBy == nil { report.stoppedBy = .destination(code: code) }
        signals.end()
      }
      return Problem(path: name, status: .failed, code: .unwritable, detail: code)
    case .unreadable(let code): return Problem(path: name, status: .failed, code: .unreadable, detail: code)
    case .damaged: return Problem(path: name, status: .failed, code: .damaged)
    case .cancelled:
      if case .destination(let code)? = report.stoppedBy {
        return Problem(path: name, status: .failed, code: .unwritable, detail: code)
      }
      return Problem(path: name, status: .failed, code: .cancelled)
    }
  }

  private func fail(_ item: Int64, _ problem: Problem) {
    report.failed += 1
    let problem = ExportProblem(id: item, problem: problem)
    report.problems.append(problem)
    events(.problem(problem))
  }

  private func showProgress() {
    let byteCount = signals.readByteCount
    guard byteCount != shownByteCount else { return }
    shownByteCount = byteCount
    events(.progress(fileCount: report.exported + report.failed, byteCount: byteCount))
  }
}
