// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony import`
enum ImportCommand {
  static let move = OptionSpec.flag(
    "move", "delete each source once its bytes were read back from the vault and are the same")
  static let dryRun = OptionSpec.flag("dry-run", "only say what would be done")
  static let collection = OptionSpec.value(
    "collection", "NAME", "put what comes in into this collection, made if need be")

  static let noAnalysis = OptionSpec.flag(
    "no-analysis", "leave dates, places and thumbnails to 'agony analyse', later")

  static let spec = CommandSpec(
    name: "import",
    summary: "bring photos and films into your album",
    discussion: """
      Takes files and folders, with all that is in them. What a file is, its first bytes say, not its name; \
      whatever is no photo or film is skipped and named. Originals are kept byte for byte. A file whose bytes are in \
      the album already is not stored twice.

      A file is reported as stored when it is safely on the disk. Ctrl-C stops in good order: what was reported \
      stays. Sources are left alone, unless you say '--move'.

      When all is stored, what came in is analysed: see 'agony analyse'. From then on the sources are not needed any \
      more.
      """,
    operands: [OperandSpec("PATH", .oneOrMore, completion: .files)],
    options: [move, dryRun, collection, noAnalysis],
    examples: [
      ("agony import ~/Pictures", "everything in that folder and below"),
      ("agony import --collection 'Summer 2024' /media/camera/DCIM", "and gathers it in a collection"),
      (
        "agony import --json --password-fd 3 photos 3< password.txt",
        "for scripts: a line of JSON for each file, a report at the end"
      ),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    var options = ImportOptions()
    options.move = invocation.isSet(move)
    options.dryRun = invocation.isSet(dryRun)
    options.collection = try invocation.text(collection)
    if options.move, options.dryRun { throw .usage("'--move' and '--dry-run' contradict each other") }
    guard !invocation.operands.contains([]) else { throw .usage("a path is empty") }

    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: options.dryRun ? .reading : .writing) { (opened) throws(Failure) in
      let album = opened.album
      options.excluding = opened.vault.identity
      let summary = try Signals.watching { () throws(Failure) in
        var summary = try store(invocation.operands, options, in: album, console)
        if !invocation.isSet(noAnalysis), summary.isComplete, !summary.stored.isEmpty || !summary.known.isEmpty {
          let brought = AnalysisSelection.imported(stored: summary.stored, known: summary.known)
          summary.analysis = try AnalysisReceipts(console: console).analyse(brought, of: album).report
        }
        return summary
      }
      if console.isJSON { console.json(summary.write) }
      console.report(summary.text)
      for error in summary.errors { console.complain("agony: " + Failure(error).sentence) }
      return summary.exitCode(isBroken: console.isBroken)
    }
  }

  private static func store(
    _ paths: [[UInt8]], _ options: ImportOptions, in album: Album, _ console: Console
  ) throws(Failure) -> ImportSummary {
    try console.withProgress(options.dryRun ? "looking" : "importing") { (display) throws(Failure) in
      let receipts = ImportReceipts(console: console, display: display, isDryRun: options.dryRun)
      var (stored, known): ([Int64], [Int64]) = ([], [])
      do throws(AlbumError) {
        let report = try album.importFiles(paths, options: options) { event in
          switch event {
          case .stored(_, let id, _, _, _): stored.append(id)
          case .duplicate(_, let id, _, _, _): known.append(id)
          default: break
          }
          receipts.take(event)
        } isCancelled: {
          Signals.noted != nil || console.isBroken
        }
        return ImportSummary(
          report: report, seconds: display.elapsedSeconds, isDryRun: options.dryRun,
          stored: options.dryRun ? [] : stored, known: options.dryRun ? [] : known)
      } catch {
        throw Failure(error)
      }
    }
  }
}
