// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony trash`
enum TrashCommand {
  static let spec = CommandSpec(
    name: "trash",
    summary: "put items into the trash",
    discussion:
      "They can be brought back with 'agony restore', into the collections they were in, until 'agony delete'.",
    operands: [OperandSpec("ID", .oneOrMore)],
    examples: [("agony trash 7214850391126638214", "one item; 'agony list' shows ids")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let ids = try invocation.ids()
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .writing) { (opened) throws(Failure) in
      let album = opened.album
      let missing: [Int64]
      do throws(AlbumError) { missing = try album.trash(ids: ids) } catch { throw Failure(error) }
      ItemChange(word: "trashed", sentence: "put into the trash", count: ids.count - missing.count, missing: missing)
        .announce(console)
      return MissingItems.report(missing, "not in the album", console)
    }
  }
}
