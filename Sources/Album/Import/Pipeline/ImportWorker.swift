// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Vault

/// One thread of the import: reads sources, hashes, stores, removes. Knows nothing of the index.
final class ImportWorker {
  private let space: Space
  private let signals: WorkSignals
  private var buffer: UnsafeMutableRawBufferPointer?
  private var stream: ObjectStream?
  private var counted: Int64 = 0

  init(space: Space, signals: WorkSignals) {
    self.space = space
    self.signals = signals
  }

  deinit { buffer?.deallocate() }

  func run(_ job: ImportJob) -> ImportResult {
    counted = 0
    let outcome: ImportResult.Outcome
    do {
      outcome = try perform(job)
    } catch let failure as SourceFailure {
      outcome = .problem(failure.problem(of: job.source))
    } catch let error as VaultError {
      outcome = .failed(error)
    } catch {
      outcome = .failed(.stopped)
    }
    return ImportResult(ticket: job.ticket, outcome: outcome, countedByteCount: counted)
  }

  private func perform(_ job: ImportJob) throws -> ImportResult.Outcome {
    switch job.task {
    case .readBack(let parts, let sha256): return .readBack(isSound: try isSound(parts, sha256))
    case .remove(let parts, let sha256, let isReadBack):
      return remove(job.source, parts, sha256, isReadBack: isReadBack)
    case .store, .hash, .storeHashed: break
    }
    let reader = try SourceReader(job.source, signals: signals)
    switch job.task {
    case .storeHashed(let format):
      return try store(reader, format, counting: false)
    case .store:
      return try store(reader, reader.format(), counting: true)
    case .hash, .readBack, .remove:
      let format = try reader.format()
      return .hashed(format, sha256: try hash(reader))
    }
  }

  private func store(_ reader: SourceReader, _ format: MediaFormat, counting: Bool) throws -> ImportResult.Outcome {
    let writer = try space.makePartWriter(expectedByteCount: reader.byteCount)
    defer { writer.cancel() }  // nothing happens if it has finished
    var failure: SourceFailure?
    while !reader.isAtEnd {
      let count = try writer.fill { block in
        do throws(SourceFailure) {
          return try reader.read(into: block)
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      if counting { self.count(count) }
    }
    try reader.requireUnchanged()
    let (part, sha256) = try writer.finish()
    return .stored(format, part, sha256: sha256)
  }

  private func hash(_ reader: SourceReader) throws(SourceFailure) -> [UInt8] {
    let buffer = self.buffer ?? .allocate(byteCount: 1 << 20, alignment: Space.pageByteCount)
    self.buffer = buffer
    let hash = ContentHash()
    while !reader.isAtEnd {
      let count = try reader.read(into: buffer)
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[0..<count]))
      self.count(count)
    }
    try reader.requireUnchanged()
    return hash.finish()
  }

  /// Whether the disk still holds these bytes. Throws only `.cancelled`.
  private func isSound(_ parts: [Part], _ sha256: [UInt8]) throws(SourceFailure) -> Bool {
    let stream = self.stream ?? ObjectStream(space: space)
    self.stream = stream
    do {
      let hash = ContentHash()
      try stream.read(parts, bypassingCache: true) { bytes in
        guard !signals.isEnding else { throw SourceFailure.cancelled }
        hash.update(bytes)
      }
      return hash.finish() == sha256
    } catch let failure as SourceFailure {
      throw failure
    } catch {
      return false
    }
  }

  private func remove(
    _ source: Source, _ parts: [Part], _ sha256: [UInt8], isReadBack: Bool
  ) -> ImportResult.Outcome {
    func problem(_ code: ProblemCode, _ detail: Int32 = 0) -> ImportResult.Outcome {
      .problem(Problem(path: source.path, status: .failed, code: code, detail: detail))
    }
    guard !source.isLinked else { return problem(.notRemoved, ELOOP) }  // the link's target is not ours to delete
    guard !signals.isEnding else { return problem(.notRemoved, ECANCELED) }
    do throws(SourceFailure) {
      if !isReadBack, !(try isSound(parts, sha256)) { return problem(.readBack) }
    } catch {
      return problem(.notRemoved, ECANCELED)
    }
    guard let status = source.folder.status(of: source.entry, followsLink: false) else {
      return errno == ENOENT ? .alreadyGone : problem(.notRemoved, errno)
    }
    guard SourceStamp(status) == source.stamp else { return problem(.changed) }
    switch source.folder.unlink(source.entry) {
    case 0: return .removed
    case ENOENT: return .alreadyGone
    case let code: return problem(.notRemoved, code)
    }
  }

  private func count(_ bytes: Int) {
    counted += Int64(bytes)
    signals.count(Int64(bytes))
  }
}
