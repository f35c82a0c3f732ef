// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony restore`
enum RestoreCommand {
  static let all = OptionSpec.flag("all", "everything in the trash")

  static let spec = CommandSpec(
    name: "restore",
    summary: "bring items back from the trash",
    discussion: "They return to the collections they were in.",
    operands: [OperandSpec("ID", .any)],
    options: [all],
    examples: [
      ("agony list --trash", "what is in the trash"),
      ("agony restore --all", "all of it comes back"),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let selection = try TrashSelection(invocation, all: all)
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .writing) { (opened) throws(Failure) in
      let album = opened.album
      let ids = try selection.ids(in: album)
      let missing: [Int64]
      do throws(AlbumError) { missing = try album.restore(ids: ids) } catch { throw Failure(error) }
      ItemChange(word: "restored", sentence: "brought back", count: ids.count - missing.count, missing: missing)
        .announce(console)
      return MissingItems.report(missing, "not in the trash", console)
    }
  }
}
