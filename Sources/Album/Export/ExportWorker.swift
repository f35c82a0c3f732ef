// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// One thread of the export: opens, hashes and writes one original after another.
final class ExportWorker {
  private let folder: ExportFolder
  private let signals: WorkSignals
  private let stream: ObjectStream

  init(space: Space, folder: ExportFolder, signals: WorkSignals) {
    self.folder = folder
    self.signals = signals
    stream = ObjectStream(space: space)
  }

  func run(_ job: ExportJob) -> ExportResult {
    do {
      return ExportResult(job: job, outcome: .exported(name: try write(job)))
    } catch let failure as ExportFailure {
      return ExportResult(job: job, outcome: .failed(failure))
    } catch VaultError.inputOutput(let code) {
      return ExportResult(job: job, outcome: .failed(.unreadable(code)))
    } catch {
      return ExportResult(job: job, outcome: .failed(.damaged))
    }
  }

  private func write(_ job: ExportJob) throws -> [UInt8] {
    guard !signals.isEnding else { throw ExportFailure.cancelled }
    let file = try folder.makeFile()
    try job.original.read(through: stream) { bytes in
      guard !signals.isEnding else { throw ExportFailure.cancelled }
      try file.write(bytes)
      signals.count(Int64(bytes.count))
    }
    try file.complete(modified: job.original.modified)
    return try file.publish(as: job.original.name, item: job.item)
  }
}
