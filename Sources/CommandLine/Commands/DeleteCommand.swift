// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony delete`
enum DeleteCommand {
  static let all = OptionSpec.flag("all", "everything in the trash")
  static let yes = OptionSpec.flag("yes", short: "y", "do not ask whether this is meant")

  static let spec = CommandSpec(
    name: "delete",
    summary: "delete items of the trash for ever",
    discussion: """
      Only what is in the trash can be deleted. Afterwards neither pictures nor names can be brought back from this \
      file, not even with the password. Copies of the vault made before still hold them.
      """,
    operands: [OperandSpec("ID", .any)],
    options: [all, yes],
    examples: [("agony delete --all", "empties the trash; asks first")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let selection = try TrashSelection(invocation, all: all)
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .writing) { (opened) throws(Failure) in
      let album = opened.album
      let ids = try selection.ids(in: album)
      if !ids.isEmpty {
        let what = ids.count == 1 ? "1 item" : "\(ids.count) items"
        try Confirmation.require("Delete \(what) for ever?", unless: yes, in: invocation)
      }
      let missing: [Int64]
      do throws(AlbumError) { missing = try album.deleteForEver(ids: ids) } catch { throw Failure(error) }
      ItemChange(word: "deleted", sentence: "deleted for ever", count: ids.count - missing.count, missing: missing)
        .announce(console)
      return MissingItems.report(missing, "not in the trash", console)
    }
  }
}
