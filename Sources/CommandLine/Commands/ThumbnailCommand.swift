// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony thumbnail`
enum ThumbnailCommand {
  static let preview = OptionSpec.flag("preview", "the larger one, where there is one")

  static let spec = CommandSpec(
    name: "thumbnail",
    summary: "write the small picture of an item to standard output",
    discussion: """
      A WebP or JPEG picture, 320 pixels on its shorter side. 'agony analyse' makes it. A preview, 2,048 pixels on \
      its longer side, is made only of what browsers do not show, and of very large pictures.
      """,
    operands: [OperandSpec("ID", .one)],
    options: [preview],
    examples: [("agony thumbnail 7214850391126638214 > small.webp", "what is written there is not encrypted")],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    guard !console.outputIsTerminal else {
      throw .usage("a picture is not for a terminal; send the output into a file")
    }
    let id = try invocation.ids()[0]
    let kind: RenditionKind = invocation.isSet(preview) ? .preview : .thumbnail
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .reading) { (opened) throws(Failure) in
      let album = opened.album
      let (picture, facts, isThere): (bytes: [UInt8]?, facts: ItemFacts?, isThere: Bool)
      do throws(AlbumError) {
        picture = try album.rendition(kind, ofItem: id)?.bytes
        facts = try album.facts(ofItem: id)
        isThere = try album.item(id: id) != nil
      } catch .vault(.damaged(.object)) {
        throw Failure(.unusable, "this picture is damaged; 'agony analyse \(id)' makes it anew")
      } catch {
        throw Failure(error)
      }
      guard isThere else { return MissingItems.report([id], "not in the album", console) }
      guard let picture else { throw Failure(.partly, reason(facts, kind)) }
      console.output.write(picture)
      return .done
    }
  }

  private static func reason(_ facts: ItemFacts?, _ kind: RenditionKind) -> String {
    guard let facts else { return "this item has not been analysed yet; 'agony analyse' does that" }
    if facts.outcome != .pictures { return "there is no picture of this item: \(facts.outcome.sentence)" }
    return kind == .preview
      ? "there is no preview of this item; the original can be shown as it is"
      : "this picture is lost; 'agony analyse' makes it anew"
  }
}
