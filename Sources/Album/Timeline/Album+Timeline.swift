// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Vault

extension Album {
  /// A page of the timeline, newest first by local wall time, ties by id. Begin with `after` nil, and go on with the cursor of the
  /// last item.
  package func items(_ filter: ItemFilter, after: ItemCursor?, limit: Int) throws(AlbumError) -> [ItemSummary] {
    try reading {
      let before = Album.earlier(after, filter.until)
      let bin: Value = filter.trashed ? 1 : 0
      let kind = Value.optional(filter.kind.map { Int64($0.rawValue) })
      let since = filter.since ?? Int64.min
      var page: [ItemSummary]
      if let collection = filter.collection {
        page = try database.query(
          """
          SELECT i.id, i.kind, i.taken, i.taken_source, i.utc_offset, i.favourite, i.trashed,
            o.name, o.format, o.size, o.sha256, o.modified, f.flags, f.width, f.height, f.duration, f.burst
          FROM membership m
          CROSS JOIN item i ON i.id = m.item
          CROSS JOIN original o ON o.item = i.id AND o.role = 1
          LEFT JOIN facts f ON f.item = i.id
          WHERE m.collection = ?9 AND i.bin = ?1 AND (i.taken, i.id) < (?2, ?3) AND i.taken >= ?4
            AND (?5 IS NULL OR i.kind = ?5) AND (?7 = 0 OR f.flags & ?7 = ?7) AND (?8 = 0 OR f.burst IS NOT NULL)
          ORDER BY i.taken DESC, i.id DESC LIMIT ?6
          """, bin, .integer(before.taken), .integer(before.id), .integer(since), kind, .integer(Int64(limit)),
          .integer(filter.flags.rawValue), filter.isInBurst ? 1 : 0, .integer(collection), row: ItemRow.summary)
      } else {
        page = try database.query(
          """
          SELECT i.id, i.kind, i.taken, i.taken_source, i.utc_offset, i.favourite, i.trashed,
            o.name, o.format, o.size, o.sha256, o.modified, f.flags, f.width, f.height, f.duration, f.burst
          FROM item i
          CROSS JOIN original o ON o.item = i.id AND o.role = 1
          LEFT JOIN facts f ON f.item = i.id
          WHERE i.bin = ?1 AND (i.taken, i.id) < (?2, ?3) AND i.taken >= ?4
            AND (?5 IS NULL OR i.kind = ?5) AND (?7 = 0 OR f.flags & ?7 = ?7) AND (?8 = 0 OR f.burst IS NOT NULL)
          ORDER BY i.taken DESC, i.id DESC LIMIT ?6
          """, bin, .integer(before.taken), .integer(before.id), .integer(since), kind, .integer(Int64(limit)),
          .integer(filter.flags.rawValue), filter.isInBurst ? 1 : 0, row: ItemRow.summary)
      }
      try addCollections(to: &page)
      return page
    }
  }

  /// Nil if there is no such item.
  package func item(id: Int64) throws(AlbumError) -> ItemDetail? {
    try reading {
      let found = try database.first(
        """
        SELECT i.id, i.kind, i.taken, i.taken_source, i.utc_offset, i.favourite, i.trashed,
          o.name, o.format, o.size, o.sha256, o.modified, f.flags, f.width, f.height, f.duration, f.burst
        FROM item i JOIN original o ON o.item = i.id AND o.role = 1 LEFT JOIN facts f ON f.item = i.id WHERE i.id = ?1
        """, .integer(id), row: ItemRow.summary)
      guard let found else { return nil }
      var page = [found]
      try addCollections(to: &page)
      let originals = try database.query(
        """
        SELECT o.role, o.name, o.format, o.size, o.sha256, o.modified, o.object
        FROM original o WHERE o.item = ?1 ORDER BY o.role, o.id
        """, .integer(id)
      ) { row in
        (
          OriginalDetail(
            role: Int(row.int64(0)), name: row.blob(1), format: row.text(2), byteCount: row.int64(3),
            sha256: row.blob(4), modified: row.int64(5), storedByteCount: 0), row.int64(6)
        )
      }
      let details = try originals.map { original, object in
        var detail = original
        let pages = try parts(ofObject: object).reduce(0) { $0 + Part.pageCount(forByteCount: $1.byteCount) }
        detail.storedByteCount = Int64(pages) * Int64(Space.pageByteCount)
        return detail
      }
      return ItemDetail(summary: page[0], originals: details)
    }
  }

  /// Reads the whole list of items, though no photo: for a summary, not for every page.
  package func counts() throws(AlbumError) -> AlbumCounts {
    try reading {
      let count = { (bin: Int64) in
        try self.database.first("SELECT COUNT(*) FROM item WHERE bin = ?1", .integer(bin)) { $0.int64(0) } ?? 0
      }
      let byteCount = try database.first("SELECT SUM(size) FROM original") { $0.int64(0) } ?? 0
      let pending = try database.first("SELECT COUNT(*) FROM pending") { $0.int64(0) } ?? 0
      return AlbumCounts(
        items: Int(try count(0)), trashed: Int(try count(1)), pending: Int(pending), byteCount: byteCount)
    }
  }

  /// One statement for a whole page.
  func addCollections(to page: inout [ItemSummary]) throws {
    guard !page.isEmpty else { return }
    let ids = "[" + page.map { String($0.id) }.joined(separator: ",") + "]"
    var collections: [Int64: [Int64]] = [:]
    let rows = try database.query(
      "SELECT item, collection FROM membership WHERE item IN (SELECT value FROM json_each(?1))", .text(ids)
    ) { ($0.int64(0), $0.int64(1)) }
    for (item, collection) in rows { collections[item, default: []].append(collection) }
    for i in page.indices { page[i].collections = collections[page[i].id]?.sorted() ?? [] }
  }

  /// Where a page begins: after the cursor, and before `until`. Ids begin at 1.
  private static func earlier(_ cursor: ItemCursor?, _ until: Int64?) -> ItemCursor {
    let cursor = cursor ?? ItemCursor(taken: .max, id: .max)
    guard let until, until <= cursor.taken else { return cursor }
    return ItemCursor(taken: until, id: 0)
  }
}
