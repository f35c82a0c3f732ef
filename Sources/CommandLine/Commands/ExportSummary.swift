// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// The report at the end of an export.
struct ExportSummary {
  let report: ExportReport
  let seconds: Double

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("exported", report.exported)
      writer.field("failed", report.failed)
      writer.field("not_reached", report.notReached)
      writer.field("bytes", report.byteCount)
      writer.field("seconds", seconds)
      writer.field("stopped", report.wasCancelled || report.stoppedBy != nil)
      writer.key("problems")
      writer.array { writer in
        for entry in report.problems {
          writer.object { ExportReceipts.writeFields(entry, &$0) }
        }
      }
    }
  }

  var text: String {
    var text = report.exported == 1 ? "1 file written" : "\(report.exported) files written"
    if report.failed > 0 { text += ", \(report.failed) failed" }
    text += " (\(ByteSize.describe(report.byteCount)) in \(PlainDuration.describe(seconds: seconds)))"
    if report.notReached > 0 { text += ", \(report.notReached) not reached" }
    return report.wasCancelled ? text + ". Stopped before the end; what is written is whole" : text
  }

  func exitCode(isBroken: Bool) -> ExitCode {
    if let error = report.stoppedBy { return Failure(error).code }
    if report.wasCancelled { return isBroken ? .brokenPipe : Signals.exitCode }
    return report.failed == 0 && report.problems.isEmpty ? .done : .partly
  }
}
