// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Media
internal import MediaMetadata
internal import MediaWire
internal import Vault

/// One thread of an analysis: has a file decoded, and stores the small pictures. Knows nothing of the index.
struct AnalysisWorker: Sendable {
  let space: Space
  let media: MediaWorkers
  let signals: WorkSignals

  func run(_ job: AnalysisJob) -> AnalysisResult {
    guard !signals.isEnding else { return AnalysisResult(job: job, outcome: .cancelled) }
    guard !job.parts.isEmpty else { return AnalysisResult(job: job, outcome: .damagedInVault) }
    return AnalysisResult(job: job, outcome: analyse(job))
  }

  private func analyse(_ job: AnalysisJob) -> AnalysisResult.Outcome {
    switch media.analyse(PartsSource(space: space, parts: job.parts)) {
    case .success(let reply):
      switch reply.pictures {
      case .success(let pictures): return store(reply.facts, pictures)
      case .failure(let reason): return .analysed(AnalysisOutcome(reason), reply.facts, nil, [])
      }
    case .failure(.unreadable): return .damagedInVault
    case .failure(.unavailable): return .noWorker
    case .failure(let failure):
      guard let outcome = AnalysisOutcome(failure) else { return .damagedInVault }
      return .analysed(outcome, MediaFacts(), nil, [])
    }
  }

  private func store(_ facts: MediaFacts, _ pictures: MediaPictures) -> AnalysisResult.Outcome {
    var stored: [StoredPicture] = []
    do throws(VaultError) {
      stored.append(try store(pictures.thumbnail, .thumbnail))
      if let preview = pictures.preview { stored.append(try store(preview, .preview)) }
      return .analysed(.pictures, facts, pictures, stored)
    } catch {
      for picture in stored { space.abandon(picture.part) }
      return .failed(error)
    }
  }

  private func store(_ picture: EncodedPicture, _ kind: RenditionKind) throws(VaultError) -> StoredPicture {
    let writer = try space.makePartWriter(expectedByteCount: Int64(picture.bytes.count))
    defer { writer.cancel() }  // nothing happens if it has finished
    var done = 0
    while done < picture.bytes.count {
      done += try writer.fill { (block) throws(VaultError) in
        let count = min(block.count, picture.bytes.count - done)
        picture.bytes.withUnsafeBytes {
          block.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[done..<done + count]))
        }
        return count
      }
    }
    return StoredPicture(kind: kind, coding: picture.coding, size: picture.size, part: try writer.finish().part)
  }
}
