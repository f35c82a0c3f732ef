// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Index
internal import Media
internal import MediaMetadata
internal import MediaWire
internal import Vault

/// One analysis. Runs on the caller's thread; decoding and storing is done by others.
final class AnalysisRun {
  private static let threadCount = 2
  private static let lookahead = 8
  private static let pollInterval: Duration = .milliseconds(100)

  private let album: Album
  private let events: (AnalysisEvent) -> Void
  private let isCancelled: () -> Bool
  private let clock = ContinuousClock()
  private let signals = WorkSignals()
  private let workers: Workers<AnalysisJob, AnalysisResult>
  private let now = Int64(time(nil)) * 1_000_000
  private var report = AnalysisReport()
  private var grouping = CommitGrouping()
  /// Results that wait for their commit.
  private var group: [AnalysisResult] = []
  /// Halves of Live Photos whose other half is not here under the same name.
  private var halves: [Int64] = []

  init(
    _ album: Album, _ media: MediaWorkers, events: @escaping (AnalysisEvent) -> Void,
    isCancelled: @escaping () -> Bool
  ) throws(AlbumError) {
    self.album = album
    self.events = events
    self.isCancelled = isCancelled
    let worker = AnalysisWorker(space: album.space, media: media, signals: signals)
    workers = try Workers(count: AnalysisRun.threadCount) { { worker.run($0) } }
  }

  func run(_ selection: AnalysisSelection) throws -> AnalysisReport {
    defer {
      signals.end()  // only an error comes here with items under way
      workers.finish()
      abandonRest()
    }
    let items = try self.items(selection)
    events(.ready(itemCount: items.count))
    var rest = items[...]
    while true {
      if isCancelled() {
        report.wasCancelled = true
        signals.end()
      }
      while !signals.isEnding, workers.outstandingCount < AnalysisRun.lookahead, let item = rest.popFirst() {
        try begin(item)
      }
      if grouping.isDue(at: clock.now, isIdle: workers.outstandingCount == 0) { try commit() }
      guard workers.outstandingCount > 0 else { break }
      let wait = min(AnalysisRun.pollInterval, grouping.timeLeft(at: clock.now) ?? AnalysisRun.pollInterval)
      if let result = workers.next(within: wait) { handle(result) }
    }
    try pairHalves()
    let unsettled = report.flagged.count { $0.reason == .damagedInVault || $0.reason == .missing }
    report.notReached = max(0, items.count - report.analysed - unsettled)
    return report
  }

  /// Oldest first.
  private func unique(_ ids: [Int64]) -> [Int64] {
    var seen: Set<Int64> = []
    return ids.filter { seen.insert($0).inserted }
  }

  private func items(_ selection: AnalysisSelection) throws -> [Int64] {
    switch selection {
    case .items(let ids):
      return unique(ids)
    case .imported(let stored, let known):
      guard !known.isEmpty else { return unique(stored) }
      let pending = Set(try album.database.query("SELECT item FROM pending") { $0.int64(0) })
      return unique(stored + known.filter { pending.contains($0) })
    case .all: return try album.database.query("SELECT id FROM item WHERE bin = 0 ORDER BY taken, id") { $0.int64(0) }
    case .pending:
      return try album.database.query(
        "SELECT i.id FROM pending p CROSS JOIN item i ON i.id = p.item ORDER BY i.taken, i.id"
      ) { $0.int64(0) }
    }
  }

  private func begin(_ item: Int64) throws {
    guard let original = try album.originals(ofItem: item).first else {
      flag(item, [], .missing)
      return
    }
    workers.submit(
      AnalysisJob(item: item, name: original.name, modified: original.modified, parts: original.parts ?? []))
  }

  private func handle(_ result: AnalysisResult) {
    switch result.outcome {
    case .analysed(_, _, _, let pictures):
      group.append(result)
      grouping.add(byteCount: pictures.reduce(0) { $0 + $1.part.byteCount }, at: clock.now)
    case .damagedInVault:
      group.append(result)
      grouping.add(byteCount: 0, at: clock.now)
    case .noWorker: stop(.noMediaWorker)
    case .failed(let error): stop(AlbumError(error))
    case .cancelled: break
    }
  }

  /// Nothing more is begun; what is finished is still committed.
  private func stop(_ error: AlbumError) {
    if report.stoppedBy == nil { report.stoppedBy = error }
    signals.end()
  }

  private func flag(_ item: Int64, _ name: [UInt8], _ reason: FlaggedItem.Reason) {
    let flagged = FlaggedItem(id: item, name: name, reason: reason)
    report.flagged.append(flagged)
    events(.flagged(flagged))
  }

  /// Makes what waits durable, and only then counts it.
  private func commit() throws {
    let results = group
    group = []
    grouping.reset()
    guard !results.isEmpty else { return }
    var pairs: [LivePair] = []
    do throws(AlbumError) {
      try album.transaction {
        pairs = []
        for result in results { try write(result) }
        // Only now: both halves may be in this very group.
        for result in results { pairs += try pair(result.job.item, anyName: false) }
      }
    } catch {
      for result in results { abandon(result) }
      stop(error)
      return
    }
    for result in results { count(result) }
    tell(pairs)
    events(.progress(itemCount: report.analysed))
  }

  private func count(_ result: AnalysisResult) {
    let job = result.job
    guard case .analysed(let outcome, let facts, let pictures, _) = result.outcome else {
      return flag(job.item, job.name, .damagedInVault)
    }
    report.analysed += 1
    if facts.contentIdentifier != nil { halves.append(job.item) }
    if outcome != .pictures {
      flag(job.item, job.name, .outcome(outcome))
    } else if pictures?.isDamaged == true {
      flag(job.item, job.name, .guessed)
    }
  }

  private func tell(_ pairs: [LivePair]) {
    report.paired += pairs.count
    for pair in pairs { events(.paired(photo: pair.photo, film: pair.film)) }
  }

  private func pair(_ item: Int64, anyName: Bool) throws -> [LivePair] {
    guard let pair = try album.livePair(of: item, anyName: anyName) else { return [] }
    try album.join(pair)
    return [pair]
  }

  /// Last, when everything is known: halves that were renamed.
  private func pairHalves() throws {
    var rest = halves[...]
    while !rest.isEmpty, report.stoppedBy == nil {
      let some = rest.prefix(CommitGrouping.maximumCount)
      rest = rest.dropFirst(some.count)
      var found: [LivePair] = []
      for half in some { if let pair = try album.livePair(of: half, anyName: true) { found.append(pair) } }
      guard !found.isEmpty else { continue }
      var pairs: [LivePair] = []
      do throws(AlbumError) {
        try album.transaction {
          pairs = []
          for pair in found { pairs += try self.pair(pair.photo, anyName: true) }
        }
      } catch {
        return stop(error)
      }
      tell(pairs)
    }
  }

  private func write(_ result: AnalysisResult) throws {
    let job = result.job
    guard case .analysed(let outcome, let facts, let pictures, let stored) = result.outcome else {
      try album.database.execute("DELETE FROM pending WHERE item = ?1", .integer(job.item))
      return
    }
    let film = try album.filmHalf(of: job.item)
    try album.dropAnalysis(of: job.item)
    try album.database.execute(
      FactsRow.insertion, values: FactsRow.values(job.item, job.name, outcome, facts, pictures))
    if let film { try album.mark(job.item, asLiveWith: film) }
    for picture in stored {
      let object = randomID()
      try album.database.execute(
        "INSERT INTO rendition (item, kind, object, format, width, height, size) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        .integer(job.item), .integer(Int64(picture.kind.rawValue)), .integer(object),
        .text(picture.coding == .jpeg ? "jpeg" : "webp"), .integer(Int64(picture.size.width)),
        .integer(Int64(picture.size.height)), .integer(picture.part.byteCount))
      try album.insert(picture.part, object: object)
    }
    let taken = TakenTime(inFile: facts.capture, name: job.name, modified: job.modified, now: now)
    try album.database.execute(
      "UPDATE item SET taken = ?2, taken_source = ?3, utc_offset = ?4 WHERE id = ?1", .integer(job.item),
      .integer(taken.microseconds), .integer(Int64(taken.source.rawValue)), .optional(taken.utcOffset))
  }

  private func abandon(_ result: AnalysisResult) {
    guard case .analysed(_, _, _, let pictures) = result.outcome else { return }
    for picture in pictures { album.space.abandon(picture.part) }
  }

  /// After an error of the index: what was written and never named gives its pages back.
  private func abandonRest() {
    while let result = workers.next(within: .zero) { abandon(result) }
    for result in group { abandon(result) }
    group = []
  }
}
