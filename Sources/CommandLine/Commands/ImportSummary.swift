// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// The report at the end of an import.
struct ImportSummary {
  let report: ImportReport
  let seconds: Double
  let isDryRun: Bool
  /// Items that came in.
  let stored: [Int64]
  /// Items that were here already.
  let known: [Int64]
  /// Nil if there was none: it was not wanted, or the import did not come that far.
  var analysis: AnalysisReport?

  init(report: ImportReport, seconds: Double, isDryRun: Bool, stored: [Int64], known: [Int64]) {
    self.report = report
    self.seconds = seconds
    self.isDryRun = isDryRun
    self.stored = stored
    self.known = known
  }

  var isComplete: Bool { !report.wasCancelled && report.stoppedBy == nil }

  /// What ended the import or the analysis early.
  var errors: [AlbumError] { [report.stoppedBy, analysis?.stoppedBy].compactMap { $0 } }

  private var notAnalysed: Int { analysis?.notReached ?? stored.count }

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("stored", report.stored)
      writer.field("duplicates", report.duplicates)
      writer.field("restored", report.restored)
      writer.field("skipped", report.skipped)
      writer.field("failed", report.failed)
      writer.field("not_reached", report.notReached)
      writer.field("removed", report.removed)
      writer.field("healed", report.healed)
      writer.field("bytes", report.byteCount)
      writer.field("seconds", seconds)
      writer.field("dry_run", isDryRun)
      writer.field("stopped", report.wasCancelled || report.stoppedBy != nil)
      writer.field("analysed", analysis?.analysed ?? 0)
      writer.field("paired", analysis?.paired ?? 0)
      writer.field("flagged", analysis?.flagged.count ?? 0)
      writer.field("not_analysed", notAnalysed)
      writer.key("flagged_items")
      writer.array { writer in
        for item in analysis?.flagged ?? [] { writer.object { item.writeFields(&$0) } }
      }
      writer.key("problems")
      writer.array { writer in
        for problem in report.problems {
          writer.object { writer in
            writer.key("path")
            writer.value(problem.path)
            writer.field("status", problem.statusWord)
            writer.field("reason", problem.reason)
            writer.field("code", problem.code.rawValue)
          }
        }
      }
    }
  }

  /// `147 stored, 3 already here, 1 skipped: not a photo or film (1.2 GiB in 12 s)`
  var text: String {
    var parts = [isDryRun ? "\(report.stored) would be stored" : "\(report.stored) stored"]
    if report.healed > 0 { parts[0] += " (\(report.healed) in place of a damaged copy)" }
    if report.duplicates > 0 {
      let back = report.restored > 0 ? " (\(report.restored) back from the trash)" : ""
      parts.append("\(report.duplicates) already here" + back)
    } else if report.restored > 0 {
      parts.append("\(report.restored) back from the trash")
    }
    if report.skipped > 0 { parts.append("\(report.skipped) skipped" + reasons(.skipped)) }
    if report.failed > 0 { parts.append("\(report.failed) failed" + reasons(.failed)) }
    if report.removed > 0 { parts.append("\(report.removed) sources deleted") }
    if report.notReached > 0 { parts.append("\(report.notReached) not reached") }
    let amount = ByteSize.describe(report.byteCount)
    let size = isDryRun ? amount : "\(amount) in \(PlainDuration.describe(seconds: seconds))"
    var end = report.wasCancelled ? ". Stopped before the end; what is stored is safe" : ""
    if let analysis {
      if analysis.paired > 0 { end += ", \(analysis.paired) of them as Live Photos" }
      if !analysis.flagged.isEmpty { end += ", \(analysis.flagged.count) flagged" }
      if notAnalysed > 0 {
        end += ". All is stored, \(notAnalysed) not yet analysed; 'agony analyse' goes on from here"
      }
    }
    return parts.joined(separator: ", ") + " (\(size))" + end
  }

  /// Up to three different reasons, the most frequent first.
  private func reasons(_ status: Problem.Status) -> String {
    var counts: [String: Int] = [:]
    for problem in report.problems where problem.status == status { counts[problem.kind, default: 0] += 1 }
    let ranked = counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(3)
    return ranked.isEmpty ? "" : ": " + ranked.map(\.key).joined(separator: "; ")
  }

  func exitCode(isBroken: Bool) -> ExitCode {
    if let error = report.stoppedBy, !report.ranOutOfRoom { return Failure(error).code }
    if let error = analysis?.stoppedBy, error != .noMediaWorker { return Failure(error).code }
    if report.wasCancelled || analysis?.wasCancelled == true { return isBroken ? .brokenPipe : Signals.exitCode }
    if report.ranOutOfRoom { return .noRoom }
    return report.problems.isEmpty && report.skipped + report.failed == 0 ? .done : .partly
  }
}
