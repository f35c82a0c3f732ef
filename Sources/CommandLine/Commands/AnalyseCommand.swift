// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// `agony analyse`
enum AnalyseCommand {
  static let again = OptionSpec.flag("again", "everything anew, not only what has not been analysed yet")

  static let spec = CommandSpec(
    name: "analyse",
    summary: "find out when and where pictures were taken, and make thumbnails",
    discussion: """
      Reads what photos and films tell of themselves - when, where, with which camera - and makes small pictures of \
      them, which are kept in the vault. Decoding is done by a program of its own, 'agony-media-worker', that has \
      neither keys nor files nor network. What cannot be decoded is named; it stays in the album as it is.

      Takes what has not been analysed yet, or the items that are named.
      """,
    operands: [OperandSpec("ID", .any)],
    options: [again],
    examples: [
      ("agony analyse", "after an import; can be stopped and gone on with later"),
      ("agony analyse --again", "everything once more"),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let ids = try invocation.ids()
    let isAgain = invocation.isSet(again)
    if isAgain, !ids.isEmpty { throw .usage("ids are analysed anew in any case; '--again' is for everything") }
    let selection: AnalysisSelection = ids.isEmpty ? (isAgain ? .all : .pending) : .items(ids)
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .writing) { (opened) throws(Failure) in
      let (report, seconds) = try Signals.watching { () throws(Failure) in
        try AnalysisReceipts(console: console).analyse(selection, of: opened.album)
      }
      if console.isJSON { console.json { write(report, seconds, &$0) } }
      console.report(text(report, seconds))
      if let error = report.stoppedBy { console.complain("agony: " + Failure(error).sentence) }
      return exitCode(report, console)
    }
  }

  private static func write(_ report: AnalysisReport, _ seconds: Double, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("analysed", report.analysed)
      writer.field("paired", report.paired)
      writer.field("flagged", report.flagged.count)
      writer.field("not_reached", report.notReached)
      writer.field("seconds", seconds)
      writer.field("stopped", report.wasCancelled || report.stoppedBy != nil)
      writer.key("problems")
      writer.array { writer in
        for item in report.flagged { writer.object { item.writeFields(&$0) } }
      }
    }
  }

  private static func text(_ report: AnalysisReport, _ seconds: Double) -> String {
    var text = report.analysed == 1 ? "1 item analysed" : "\(report.analysed) items analysed"
    if report.paired > 0 { text += ", \(report.paired) of them now part of a Live Photo" }
    if !report.flagged.isEmpty { text += ", \(report.flagged.count) flagged" }
    if report.notReached > 0 { text += ", \(report.notReached) not reached" }
    text += " (in \(PlainDuration.describe(seconds: seconds)))"
    return report.wasCancelled ? text + ". Stopped before the end; 'agony analyse' goes on from here" : text
  }

  private static func exitCode(_ report: AnalysisReport, _ console: Console) -> ExitCode {
    if let error = report.stoppedBy { return Failure(error).code }
    if report.wasCancelled { return console.isBroken ? .brokenPipe : Signals.exitCode }
    return report.flagged.isEmpty ? .done : .partly
  }
}
