// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// `agony info`
enum InfoCommand {
  static let spec = CommandSpec(
    name: "info",
    summary: "say how full your album is, or all that is known of some items",
    operands: [OperandSpec("ID", .any)],
    examples: [
      ("agony info", "your album: how many items, how much room is left"),
      ("agony info 7214850391126638214", "one item"),
    ],
    run: run)

  static func run(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let ids = try invocation.ids()
    let location = try VaultLocation(invocation)
    let opening = Opening(invocation: invocation, console: console)
    return try opening.withAlbum(for: .reading) { (opened) throws(Failure) in
      let (album, space) = (opened.album, opened.space)
      if ids.isEmpty {
        try describe(album, space.capacity, location, console)
        return .done
      }
      return try describe(ids, album, console)
    }
  }

  private static func describe(
    _ album: Album, _ capacity: Capacity, _ location: VaultLocation, _ console: Console
  ) throws(Failure) {
    let counts: AlbumCounts
    do { counts = try album.counts() } catch { throw Failure(error) }
    let names = try CollectionNames(album)
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field("vault", location.path)
          writer.field("items", counts.items)
          writer.field("trashed", counts.trashed)
          writer.field("not_analysed", counts.pending)
          writer.field("collections", names.all.count)
          writer.field("original_bytes", counts.byteCount)
          writer.field("album_bytes", capacity.totalByteCount)
          writer.field("used_bytes", capacity.usedByteCount)
          writer.field("available_bytes", capacity.availableByteCount)
        }
      }
      return
    }
    let total = ByteSize.describe(capacity.totalByteCount)
    console.answer(
      """
      vault        \(location.shown)
      items        \(counts.items), and \(counts.trashed) in the trash
      collections  \(names.all.count)
      originals    \(ByteSize.describe(counts.byteCount))
      room         \(total), of which \(ByteSize.describe(capacity.availableByteCount)) free
      """
        + (counts.pending > 0 ? "\nto analyse   \(counts.pending); 'agony analyse' does that" : ""))
  }

  private static func describe(_ ids: [Int64], _ album: Album, _ console: Console) throws(Failure) -> ExitCode {
    let names = try CollectionNames(album).byID
    var found: [(detail: ItemDetail, facts: ItemFacts?)] = []
    var missing: [Int64] = []
    for id in ids {
      do {
        if let detail = try album.item(id: id) {
          found.append((detail, try album.facts(ofItem: id)))
        } else {
          missing.append(id)
        }
      } catch {
        throw Failure(error)
      }
    }
    if console.isJSON {
      console.json { writer in
        writer.array { writer in for item in found { write(item.detail, item.facts, names, &writer) } }
      }
    } else {
      console.answer(found.map { text($0.detail, $0.facts, names) }.joined(separator: "\n\n"))
    }
    return MissingItems.report(missing, "not in the album", console)
  }

  private static func write(
    _ detail: ItemDetail, _ facts: ItemFacts?, _ names: [Int64: String], _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      detail.summary.writeFields(&writer, collectionNames: names)
      writer.key("facts")
      if let facts { facts.write(&writer) } else { writer.null() }
      writer.key("originals")
      writer.array { writer in
        for original in detail.originals {
          writer.object { writer in
            writer.field("role", original.role)
            writer.field("name", original.name)
            writer.field("format", original.format)
            writer.field("size", original.byteCount)
            writer.field("stored_size", original.storedByteCount)
            writer.field("sha256", Hexadecimal.text(original.sha256))
            writer.field("modified", Moment.utc(nanoseconds: original.modified))
          }
        }
      }
    }
  }

  private static func text(_ detail: ItemDetail, _ facts: ItemFacts?, _ names: [Int64: String]) -> String {
    let item = detail.summary
    let taken = Moment.taken(microseconds: item.taken)
    let collections = item.collections.compactMap { names[$0] }.map { DisplayText.show($0) }
    var lines = [
      "id           \(item.id)",
      "name         \(DisplayText.show(item.name))",
      "kind         \(item.kind.word), \(DisplayText.show(item.format))",
      "taken        \(taken.date) \(taken.timeOfDay)"
        + ", " + item.takenSource.sentence,
      "size         \(ByteSize.describe(item.byteCount)) (\(item.byteCount))",
      "sha256       \(Hexadecimal.text(item.sha256))",
      "modified     \(CivilTime(localAt: item.modified.floorDivided(by: 1_000_000_000)).iso8601)",
    ]
    lines += facts?.lines ?? ["not analysed yet; 'agony analyse' does that"]
    lines += detail.originals.dropFirst().map {
      "with         \(DisplayText.show($0.name)), \(ByteSize.describe($0.byteCount))"
    }
    if !collections.isEmpty { lines.append("collections  " + collections.joined(separator: ", ")) }
    if let trashed = item.trashed { lines.append("trashed      \(CivilTime(localAt: trashed).iso8601)") }
    return lines.joined(separator: "\n")
  }
}
