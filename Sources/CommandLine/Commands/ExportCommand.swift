// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony export`
enum ExportCommand {
  static let all = OptionSpec.flag("all", "everything in the album; not the trash")
  static let collection = OptionSpec.value("collection", "NAME", "what is in this collection")
  static let trash = OptionSpec.flag("trash", "what is in the trash")

  static let spec = CommandSpec(
    name: "export",
    summary: "write originals into a folder, bit for bit",
    discussion: """
      Files get their names and times back. A name that is taken in the folder gets a number; nothing is ever \
      overwritten, and a file has its name only once it is whole. What is written there is not encrypted.
      """,
    operands: [OperandSpec("ID", .any), OperandSpec("DEST", .one, completion: .folders)],
    options: [all, collection, trash],
    examples: [
      ("agony export --all /mnt/disk/photos", "the whole album"),
      ("agony export --collection 'Summer 2024' summer", "one collection, into the folder 'summer'"),
      ("agony export 7214850391126638214 .", "one item, into the folder you are in"),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let destination = invocation.operands[invocation.operands.count - 1]
    guard !destination.isEmpty else { throw .usage("the destination is empty") }
    let ids = try invocation.ids(upTo: invocation.operands.count - 1)
    let collectionName = try invocation.text(collection)
    let ways = [invocation.isSet(all), invocation.isSet(trash), collectionName != nil, !ids.isEmpty].count { $0 }
    guard ways == 1 else {
      throw .usage(
        ways == 0
          ? "what is to be exported? Name ids before the destination, or use '--all' or '--collection NAME'"
          : "ids, '--all', '--collection' and '--trash' do not go together")
    }
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .reading) { (opened) throws(Failure) in
      let album = opened.album
      let selection: ExportSelection =
        if let collectionName {
          .collection(try CollectionNames(album).find(collectionName).id)
        } else if !ids.isEmpty {
          .items(ids)
        } else {
          invocation.isSet(trash) ? .trash : .all
        }
      return try export(selection, of: album, to: destination, console)
    }
  }

  private static func export(
    _ selection: ExportSelection, of album: Album, to destination: [UInt8], _ console: Console
  ) throws(Failure) -> ExitCode {
    var seconds = 0.0
    let report = try Signals.watching { () throws(Failure) in
      try console.withProgress("exporting") { (display) throws(Failure) in
        let receipts = ExportReceipts(console: console, display: display)
        defer { seconds = display.elapsedSeconds }
        do throws(AlbumError) {
          return try album.export(
            selection, to: destination, events: receipts.take,
            isCancelled: { Signals.noted != nil || console.isBroken })
        } catch {
          throw Failure(error)
        }
      }
    }
    let summary = ExportSummary(report: report, seconds: seconds)
    if console.isJSON { console.json(summary.write) }
    console.report(summary.text)
    if let error = report.stoppedBy { console.complain("agony: " + Failure(error).sentence) }
    return summary.exitCode(isBroken: console.isBroken)
  }
}
