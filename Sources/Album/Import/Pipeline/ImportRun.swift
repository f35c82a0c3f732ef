// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// One import, from the first look to the last receipt. Runs on the caller's thread; the reading and storing is done by others.
///
/// `ImportRun+Deciding` says what becomes of a result, `ImportRun+Committing` makes it durable.
final class ImportRun {
  /// Files handed to the threads ahead of time, so that they have work while a commit waits for the disk.
  private static let lookahead = 24
  private static let threadCount = 2
  private static let pollInterval: Duration = .milliseconds(100)

  let album: Album
  let index: ImportIndex
  let options: ImportOptions
  let events: (ImportEvent) -> Void
  let isCancelled: () -> Bool
  let clock = ContinuousClock()
  let signals = WorkSignals()
  let workers: Workers<ImportJob, ImportResult>
  private let sources: [[UInt8]]

  var report = ImportReport()
  var tickets: [Int: ImportTicket] = [:]
  private var nextTicket = 0
  /// Tickets that are not `.removing`.
  var openFileCount = 0
  var gate = ContentGate()
  /// Files that wait to learn whether they are duplicates, by length.
  var waiting: [Int64: [ImportTicket]] = [:]
  var grouping = CommitGrouping()
  var group: [FinishedFile] = []
  /// Items of `group`, by what they hold.
  var groupItems: [[UInt8]: Int64] = [:]
  var groupByteCounts: Set<Int64> = []
  /// Objects of duplicates that were read: those that open, and those that do not and wait for their replacement.
  var soundObjects: Set<Int64> = []
  var damagedObjects: Set<Int64> = []
  /// Dry run: what would have been stored, and what room it would have left.
  var imagined: Set<[UInt8]> = []
  var imaginedRoom: Int64 = 0

  var finishedFileCount = 0
  private var shownProgress: (fileCount: Int, byteCount: Int64) = (0, 0)
  private var lastShown: ContinuousClock.Instant?

  init(
    _ album: Album, _ sources: [[UInt8]], _ options: ImportOptions, events: @escaping (ImportEvent) -> Void,
    isCancelled: @escaping () -> Bool
  ) throws(AlbumError) {
    self.album = album
    index = ImportIndex(album: album)
    self.sources = sources
    self.options = options
    self.events = events
    self.isCancelled = isCancelled
    let space = album.space
    let signals = signals
    workers = try Workers(count: ImportRun.threadCount) {
      let worker = ImportWorker(space: space, signals: signals)
      return { worker.run($0) }
    }
  }

  func run() throws -> ImportReport {
    defer {
      signals.end()  // only an error comes here with files under way
      workers.finish()
      abandonRest()
    }
    let fileCount = look()
    var walker = SourceWalker(sources, excluding: options.excluding)
    var isExhausted = false
    while true {
      if isCancelled() { end(cancelled: true) }
      while !signals.isEnding, !isExhausted, openFileCount < ImportRun.lookahead {
        guard let found = walker.next() else {
          isExhausted = true
          break
        }
        switch found {
        case .file(let source): try begin(source)
        case .problem(let problem): note(problem)
        }
      }
      if grouping.isDue(at: clock.now, isIdle: openFileCount == 0) { try commit() }
      showProgress(atOnce: false)
      guard workers.outstandingCount > 0 else { break }
      let wait = min(ImportRun.pollInterval, grouping.timeLeft(at: clock.now) ?? ImportRun.pollInterval)
      if let result = workers.next(within: wait) { try handle(result) }
    }
    if report.stoppedBy != nil { giveUp(&walker) }
    report.notReached = max(0, fileCount - finishedFileCount)
    showProgress(atOnce: true)
    return report
  }

  /// Nothing more is begun, and what is under way is given up; what is finished is still committed.
  func end(cancelled: Bool) {
    if cancelled, report.stoppedBy == nil { report.wasCancelled = true }
    signals.end()
  }

  func submit(_ source: Source, _ task: ImportJob.Task, phase: ImportTicket.Phase, counted: Int64 = 0) {
    nextTicket += 1
    tickets[nextTicket] = ImportTicket(source: source, phase: phase, countedByteCount: counted)
    workers.submit(ImportJob(ticket: nextTicket, source: source, task: task))
  }

  /// A file has come to its end, whichever. Its bytes count in full.
  func finish(_ source: Source, countedByteCount: Int64) {
    finishedFileCount += 1
    signals.count(source.stamp.byteCount - countedByteCount)
  }

  func note(_ problem: Problem) {
    switch problem.status {
    case .skipped: report.skipped += 1
    case .failed: report.failed += 1
    }
    report.problems.append(problem)
    events(.problem(problem))
  }

  /// The first pass: how much there is. Returns how many files.
  private func look() -> Int {
    var walker = SourceWalker(sources, excluding: options.excluding)
    var fileCount = 0
    var byteCount: Int64 = 0
    while let found = walker.next(), !isCancelled() {
      guard case .file(let source) = found else { continue }
      fileCount += 1
      byteCount += source.stamp.byteCount
      if fileCount % 500 == 0 { events(.scanned(fileCount: fileCount, byteCount: byteCount)) }
    }
    imaginedRoom = album.capacity.availableByteCount
    events(.scanned(fileCount: fileCount, byteCount: byteCount))
    events(.ready(fileCount: fileCount, byteCount: byteCount, availableByteCount: imaginedRoom))
    return fileCount
  }

  /// The space has stopped: the rest is named as failed, not read.
  private func giveUp(_ walker: inout SourceWalker) {
    while let found = walker.next(), !isCancelled() {
      switch found {
      case .file(let source):
        finish(source, countedByteCount: 0)
        note(Problem(path: source.path, status: .failed, code: .stopped))
      case .problem(let problem): note(problem)
      }
    }
  }

  private func showProgress(atOnce: Bool) {
    let now = clock.now
    if !atOnce, let lastShown, now - lastShown < .milliseconds(50) { return }
    let progress = (fileCount: finishedFileCount, byteCount: signals.readByteCount)
    guard progress != shownProgress else { return }
    shownProgress = progress
    lastShown = now
    events(.progress(fileCount: progress.fileCount, byteCount: progress.byteCount))
  }
}
