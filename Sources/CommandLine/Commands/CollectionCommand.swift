// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony collection` and its commands.
enum CollectionCommand {
  private static let name = OperandSpec("NAME")

  static let spec = CommandSpec(
    name: "collection",
    summary: "gather items in named collections",
    discussion: """
      An item can be in any number of collections. Taking it out of one, or deleting a collection, leaves the item in \
      the album.
      """,
    examples: [
      ("agony collection create 'Summer 2024'", "a new, empty one"),
      ("agony collection add 'Summer 2024' 7214850391126638214", "puts an item into it"),
      ("agony export --collection 'Summer 2024' summer", "writes its originals into a folder"),
    ],
    subcommands: [
      CommandSpec(name: "list", summary: "show all collections", run: list),
      CommandSpec(name: "show", summary: "show what is in a collection", operands: [name], run: show),
      CommandSpec(name: "create", summary: "make a new one", operands: [name], run: create),
      CommandSpec(name: "rename", summary: "give it another name", operands: [name, OperandSpec("NEW")], run: rename),
      CommandSpec(name: "delete", summary: "delete it; its items stay in the album", operands: [name], run: delete),
      CommandSpec(
        name: "add", summary: "put items into it", operands: [name, OperandSpec("ID", .oneOrMore)], run: add),
      CommandSpec(
        name: "remove", summary: "take items out of it", operands: [name, OperandSpec("ID", .oneOrMore)], run: remove),
    ],
    run: { (_, _) throws(Failure) in .usage })

  private static func list(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    try opening(invocation, console).withAlbum(for: .reading) { (opened) throws(Failure) in
      let album = opened.album
      let collections = try CollectionNames(album).all
      if console.isJSON {
        console.json { writer in
          writer.array { writer in
            for collection in collections {
              write(collection.id, collection.name, itemCount: collection.itemCount, &writer)
            }
          }
        }
      } else {
        for collection in collections {
          console.answer(
            "\(DisplayWidth.padStart(String(collection.itemCount), to: 8))  \(DisplayText.show(collection.name))")
        }
      }
      return .done
    }
  }

  private static func show(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let name = try CollectionNames.text(invocation.operands[0])
    return try opening(invocation, console).withAlbum(for: .reading) { (opened) throws(Failure) in
      let album = opened.album
      let names = try CollectionNames(album)
      var filter = ItemFilter()
      filter.collection = try names.find(name).id
      var listing = ItemListing(console: console, collectionNames: names.byID)
      try ListCommand.forEachPage(of: album, filter, limit: .max, isBroken: { console.isBroken }) { listing.show($0) }
      listing.finish()
      return .done
    }
  }

  private static func create(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let name = try CollectionNames.text(invocation.operands[0])
    return try opening(invocation, console).withAlbum(for: .writing) { (opened) throws(Failure) in
      let album = opened.album
      let id: Int64
      do throws(AlbumError) { id = try album.createCollection(named: name) } catch { throw Failure(error) }
      announce(id, name, itemCount: 0, "made", console)
      return .done
    }
  }

  private static func rename(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let new = try CollectionNames.text(invocation.operands[1])
    return try withCollection(invocation, console) { (album, collection) throws(Failure) in
      do throws(AlbumError) { try album.renameCollection(collection.id, to: new) } catch { throw Failure(error) }
      announce(collection.id, new, itemCount: collection.itemCount, "renamed", console)
      return .done
    }
  }

  private static func delete(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    try withCollection(invocation, console) { (album, collection) throws(Failure) in
      do throws(AlbumError) { try album.deleteCollection(collection.id) } catch { throw Failure(error) }
      announce(
        collection.id, collection.name, itemCount: collection.itemCount, "deleted; its items stay in the album", console
      )
      return .done
    }
  }

  private static func add(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let ids = try invocation.ids(from: 1)
    return try withCollection(invocation, console) { (album, collection) throws(Failure) in
      let missing: [Int64]
      do throws(AlbumError) { missing = try album.add(ids, toCollection: collection.id) } catch { throw Failure(error) }
      ItemChange(
        word: "added", sentence: "in '\(DisplayText.show(collection.name))'", count: ids.count - missing.count,
        missing: missing
      ).announce(console)
      return MissingItems.report(missing, "not in the album", console)
    }
  }

  private static func remove(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let ids = try invocation.ids(from: 1)
    return try withCollection(invocation, console) { (album, collection) throws(Failure) in
      let missing: [Int64]
      do throws(AlbumError) { missing = try album.remove(ids, fromCollection: collection.id) } catch {
        throw Failure(error)
      }
      ItemChange(
        word: "removed", sentence: "taken out of '\(DisplayText.show(collection.name))'",
        count: ids.count - missing.count, missing: missing
      ).announce(console)
      return MissingItems.report(missing, "not in this collection", console)
    }
  }

  private static func opening(_ invocation: Invocation, _ console: Console) -> Opening {
    Opening(invocation: invocation, console: console)
  }

  /// Opens the album for writing and finds the collection that the first operand names.
  private static func withCollection(
    _ invocation: Invocation, _ console: Console,
    _ body: (Album, CollectionSummary) throws(Failure) -> ExitCode
  ) throws(Failure) -> ExitCode {
    let name = try CollectionNames.text(invocation.operands[0])
    return try opening(invocation, console).withAlbum(for: .writing) { (opened) throws(Failure) in
      let album = opened.album
      return try body(album, try CollectionNames(album).find(name))
    }
  }

  private static func write(_ id: Int64, _ name: String, itemCount: Int, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("id", String(id))
      writer.field("name", name)
      writer.field("items", itemCount)
    }
  }

  private static func announce(_ id: Int64, _ name: String, itemCount: Int, _ what: String, _ console: Console) {
    if console.isJSON { console.json { write(id, name, itemCount: itemCount, &$0) } }
    console.report("Collection '\(DisplayText.show(name))' \(what)")
  }
}
