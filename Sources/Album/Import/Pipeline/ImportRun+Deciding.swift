// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Vault

extension ImportRun {
  /// Hands a file to the threads: to be stored at once if no other has its length, else to be hashed first.
  func begin(_ source: Source) throws {
    events(.started(path: source.path, byteCount: source.stamp.byteCount))
    openFileCount += 1
    if options.dryRun {
      submit(source, .hash, phase: .hashing)
    } else if try isTaken(source.stamp.byteCount) {
      gate.beginHashing(source.stamp.byteCount)
      submit(source, .hash, phase: .hashing)
    } else {
      gate.beginStoring(source.stamp.byteCount)
      submit(source, .store, phase: .storing(sha256: nil))
    }
  }

  private func isTaken(_ byteCount: Int64) throws -> Bool {
    if gate.isTaken(byteCount) || groupByteCounts.contains(byteCount) { return true }
    return try index.hasOriginal(ofByteCount: byteCount)
  }

  func handle(_ result: ImportResult) throws {
    guard var ticket = tickets.removeValue(forKey: result.ticket) else { return }
    ticket.countedByteCount += result.countedByteCount
    switch result.outcome {
    case .hashed(_, let sha256) where options.dryRun:
      close(ticket)
      try imagine(ticket.source, sha256)
    case .hashed(let format, let sha256):
      try decide(ticket, format, sha256)
    case .stored(let format, let part, let sha256):
      close(ticket)
      try add(ticket.source, format, part, sha256)
      try decideWaiting(ticket.source.stamp.byteCount)
    case .readBack(let isSound):
      guard case .readingBack(let format, let sha256) = ticket.phase else { return }
      if let object = try index.item(with: sha256)?.object {
        if isSound { soundObjects.insert(object) } else { damagedObjects.insert(object) }
      }
      try decide(ticket, format, sha256)
    case .removed:
      report.removed += 1
      events(.removed(path: ticket.source.path))
    case .alreadyGone:
      break
    case .problem(let problem):
      try fail(ticket, problem)
    case .failed(let error):
      let problem = Problem(path: ticket.source.path, status: .failed, code: stopIfNeeded(AlbumError(error)))
      try fail(ticket, problem)
    }
  }

  /// Room for this one is not room for the next, smaller one: only a space that has stopped ends the import.
  func stopIfNeeded(_ error: AlbumError) -> ProblemCode {
    if error == .vault(.noRoom) {
      report.ranOutOfRoom = true
      return .noRoom
    }
    if report.stoppedBy == nil { report.stoppedBy = error }
    end(cancelled: false)
    return .stopped
  }

  private func fail(_ ticket: ImportTicket, _ problem: Problem) throws {
    var problem = problem
    if problem.code == .cancelled, report.stoppedBy != nil { problem.code = .stopped }
    note(problem)
    if case .removing = ticket.phase { return }
    close(ticket)
    try decideWaiting(ticket.source.stamp.byteCount)
  }

  /// The file is no longer under way.
  private func close(_ ticket: ImportTicket) {
    openFileCount -= 1
    finish(ticket.source, countedByteCount: ticket.countedByteCount)
    guard !options.dryRun else { return }
    switch ticket.phase {
    case .hashing, .readingBack, .waiting: gate.endHashing(ticket.source.stamp.byteCount)
    case .storing(let sha256): gate.endStoring(ticket.source.stamp.byteCount, sha256)
    case .removing: break
    }
  }

  private func decide(_ ticket: ImportTicket, _ format: MediaFormat, _ sha256: [UInt8]) throws {
    if let item = groupItems[sha256] {
      append(FinishedFile(source: ticket.source, sha256: sha256, item: item, content: .duplicate(isReadBack: false)))
      close(ticket)
      return
    }
    if let item = try index.item(with: sha256), !damagedObjects.contains(item.object) {
      guard soundObjects.contains(item.object) else {
        // "Already here" is said of what the disk still holds, not of what the index remembers.
        submit(
          ticket.source, .readBack(try index.readableParts(ofObject: item.object), sha256: sha256),
          phase: .readingBack(format, sha256: sha256), counted: ticket.countedByteCount)
        return
      }
      let file = FinishedFile(
        source: ticket.source, sha256: sha256, item: item.id, content: .duplicate(isReadBack: true))
      if item.isTrashed || options.collection != nil {
        append(file)
      } else {
        acknowledge(file, isRestored: false)
      }
      close(ticket)
      return
    }
    switch gate.ask(ticket.source.stamp.byteCount, sha256) {
    case .store:
      submit(
        ticket.source, .storeHashed(format), phase: .storing(sha256: sha256), counted: ticket.countedByteCount)
    case .wait:
      wait(ticket, format, sha256)
    }
  }

  private func wait(_ ticket: ImportTicket, _ format: MediaFormat, _ sha256: [UInt8]) {
    var ticket = ticket
    ticket.phase = .waiting(format, sha256: sha256)
    waiting[ticket.source.stamp.byteCount, default: []].append(ticket)
  }

  /// A file of this length has been settled: those that waited for it are looked at anew.
  private func decideWaiting(_ byteCount: Int64) throws {
    for ticket in waiting.removeValue(forKey: byteCount) ?? [] {
      if case .waiting(let format, let sha256) = ticket.phase { try decide(ticket, format, sha256) }
    }
  }

  // MARK: What has come to its end

  private func add(_ source: Source, _ format: MediaFormat, _ part: Part, _ sha256: [UInt8]) throws {
    let file: FinishedFile
    if let item = groupItems[sha256] {
      // Known only if the file was another when it was hashed.
      file = FinishedFile(source: source, sha256: sha256, item: item, content: .duplicate(isReadBack: false))
      album.space.abandon(part)
    } else if let item = try index.item(with: sha256) {
      file = FinishedFile(source: source, sha256: sha256, item: item.id, content: .replacement(part))
    } else {
      file = FinishedFile(source: source, sha256: sha256, item: randomID(), content: .new(format, part))
    }
    groupItems[sha256] = file.item
    groupByteCounts.insert(source.stamp.byteCount)
    append(file)
  }

  private func append(_ file: FinishedFile) {
    group.append(file)
    var byteCount: Int64 = 0
    if file.part != nil { byteCount = file.source.stamp.byteCount }
    grouping.add(byteCount: byteCount, at: clock.now)
  }

  private func imagine(_ source: Source, _ sha256: [UInt8]) throws {
    let byteCount = source.stamp.byteCount
    if let item = try index.item(with: sha256) {
      report.duplicates += 1
      events(
        .duplicate(
          path: source.path, id: item.id, sha256: sha256, byteCount: byteCount, isRestored: item.isTrashed))
      return
    }
    if imagined.contains(sha256) {
      report.duplicates += 1
      events(.duplicate(path: source.path, id: 0, sha256: sha256, byteCount: byteCount, isRestored: false))
      return
    }
    let needed = Int64(Part.pageCount(forByteCount: byteCount)) * Int64(Space.pageByteCount)
    guard needed <= imaginedRoom else {
      report.ranOutOfRoom = true
      note(Problem(path: source.path, status: .failed, code: .noRoom))
      return
    }
    imaginedRoom -= needed
    imagined.insert(sha256)
    report.stored += 1
    report.byteCount += byteCount
    events(.stored(path: source.path, id: 0, sha256: sha256, byteCount: byteCount, isHealed: false))
  }
}
