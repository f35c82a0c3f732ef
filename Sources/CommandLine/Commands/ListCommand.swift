// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony list`
enum ListCommand {
  private static let kinds = ["photo", "film", "live", "motion", "burst"]
  static let kind = OptionSpec.value(
    "kind", "KIND", completion: .words(ListCommand.kinds),
    "only what is that: photo, film, live (Live Photos), motion (motion photos), burst (shots of bursts)")
  static let since = OptionSpec.value("since", "DATE", "only what was taken then or later: 2024, 2024-03, 2024-03-12")
  static let until = OptionSpec.value(
    "until", "DATE", "only what was taken then or earlier; that day, month or year included")
  static let collection = OptionSpec.value("collection", "NAME", "only what is in this collection")
  static let trash = OptionSpec.flag("trash", "what is in the trash, instead of what is in the album")
  static let limit = OptionSpec.value("limit", "N", "only the newest N")

  static let spec = CommandSpec(
    name: "list",
    summary: "show what is in your album, newest first",
    discussion: """
      One line for each item: when it was taken by the wall clock of the place, what it is, how large, its id, its \
      name. \
      The id is what other commands take.
      """,
    options: [kind, since, until, collection, trash, limit],
    examples: [
      ("agony list --since 2024-07 --until 2024-08", "July and August 2024"),
      ("agony list --kind film --limit 20", "the twenty newest films"),
      ("agony list --json --password-fd 3 3< password.txt", "for scripts: an array"),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    var filter = try filter(invocation)
    let collectionName = try invocation.text(collection)
    let limit = try invocation.integer(limit, in: 0...Int.max) ?? Int.max
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .reading) { (opened) throws(Failure) in
      let album = opened.album
      let names = try CollectionNames(album)
      if let collectionName { filter.collection = try names.find(collectionName).id }
      var listing = ItemListing(console: console, collectionNames: names.byID)
      try forEachPage(of: album, filter, limit: limit, isBroken: { console.isBroken }) { listing.show($0) }
      listing.finish()
      return .done
    }
  }

  /// Pages of 500, so that an album of a million items takes no more memory than one of a thousand.
  static func forEachPage(
    of album: Album, _ filter: ItemFilter, limit: Int, isBroken: () -> Bool, _ body: ([ItemSummary]) -> Void
  ) throws(Failure) {
    var cursor: ItemCursor?
    var left = limit
    while left > 0, !isBroken() {
      let page: [ItemSummary]
      do { page = try album.items(filter, after: cursor, limit: min(500, left)) } catch { throw Failure(error) }
      guard let last = page.last else { return }
      body(page)
      cursor = last.cursor
      left -= page.count
    }
  }

  private static func filter(_ invocation: Invocation) throws(Failure) -> ItemFilter {
    var filter = ItemFilter()
    filter.trashed = invocation.isSet(trash)
    if let word = try invocation.text(kind) {
      switch word {
      case "live": filter.flags = .live
      case "motion": filter.flags = .motionPhoto
      case "burst": filter.isInBurst = true
      default:
        guard let kind = ItemKind(word: word) else {
          throw .usage("'--kind' is photo, film, live, motion or burst, not '\(DisplayText.show(word))'")
        }
        filter.kind = kind
      }
    }
    filter.since = try invocation.date(since).map { $0.start * 1_000_000 }
    filter.until = try invocation.date(until).map { $0.end * 1_000_000 }
    return filter
  }
}
