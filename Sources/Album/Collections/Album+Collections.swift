// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index

extension Album {
  /// By position, ties by id.
  package func collections() throws(AlbumError) -> [CollectionSummary] {
    try reading {
      try database.query(
        """
        SELECT c.id, c.name, (SELECT COUNT(*) FROM membership m JOIN item i ON i.id = m.item
          WHERE m.collection = c.id AND i.bin = 0)
        FROM collection c ORDER BY c.position, c.id
        """
      ) { CollectionSummary(id: $0.int64(0), name: $0.text(1), itemCount: Int($0.int64(2))) }
    }
  }

  /// Returns the id of the new, empty collection.
  package func createCollection(named name: String) throws(AlbumError) -> Int64 {
    let name = try CollectionName(name)
    return try transaction {
      guard try id(ofCollection: name) == nil else { throw AlbumError.collectionExists }
      return try insertCollection(name)
    }
  }

  package func renameCollection(_ id: Int64, to name: String) throws(AlbumError) {
    let name = try CollectionName(name)
    try transaction {
      try requireCollection(id)
      if let other = try self.id(ofCollection: name), other != id { throw AlbumError.collectionExists }
      try database.execute("UPDATE collection SET name = ?2 WHERE id = ?1", .integer(id), .text(name.text))
    }
  }

  /// The items stay in the album.
  package func deleteCollection(_ id: Int64) throws(AlbumError) {
    try transaction {
      try requireCollection(id)
      try database.execute("DELETE FROM membership WHERE collection = ?1", .integer(id))
      try database.execute("DELETE FROM collection WHERE id = ?1", .integer(id))
    }
  }

  /// Adds to the end; what is in the collection keeps its place. Returns the ids of items that are not there.
  package func add(_ items: [Int64], toCollection id: Int64) throws(AlbumError) -> [Int64] {
    try transaction {
      try requireCollection(id)
      var position = try nextPosition(inCollection: id)
      var missing: [Int64] = []
      for item in items {
        guard try exists(item: item) else {
          missing.append(item)
          continue
        }
        try insert(item, intoCollection: id, position: position)
        position += 1
      }
      return missing
    }
  }

  /// Returns the ids of items that were not in the collection.
  package func remove(_ items: [Int64], fromCollection id: Int64) throws(AlbumError) -> [Int64] {
    try transaction {
      try requireCollection(id)
      return try items.filter { item in
        let sql: StaticString = "DELETE FROM membership WHERE collection = ?1 AND item = ?2"
        return try database.execute(sql, .integer(id), .integer(item)) == 0
      }
    }
  }

  // MARK: Within a transaction

  func id(ofCollection name: CollectionName) throws -> Int64? {
    try database.query("SELECT id, name FROM collection") { ($0.int64(0), $0.text(1)) }
      .first { $0.1 == name.text }?.0
  }

  func insertCollection(_ name: CollectionName) throws -> Int64 {
    let id = randomID()
    let sql: StaticString = """
      INSERT INTO collection (id, name, position)
      VALUES (?1, ?2, (SELECT COALESCE(MAX(position), 0) + 1 FROM collection))
      """
    try database.execute(sql, .integer(id), .text(name.text))
    return id
  }

  func nextPosition(inCollection id: Int64) throws -> Int64 {
    let sql: StaticString = "SELECT COALESCE(MAX(position), 0) + 1 FROM membership WHERE collection = ?1"
    return try database.first(sql, .integer(id)) { $0.int64(0) } ?? 1
  }

  func insert(_ item: Int64, intoCollection collection: Int64, position: Int64) throws {
    let sql: StaticString = "INSERT OR IGNORE INTO membership (collection, item, position) VALUES (?1, ?2, ?3)"
    try database.execute(sql, .integer(collection), .integer(item), .integer(position))
  }

  func requireCollection(_ id: Int64) throws {
    let found = try database.first("SELECT 1 FROM collection WHERE id = ?1", .integer(id)) { $0.int64(0) }
    guard found != nil else { throw AlbumError.noSuchCollection }
  }

  private func exists(item: Int64) throws -> Bool {
    try database.first("SELECT 1 FROM item WHERE id = ?1", .integer(item)) { $0.int64(0) } != nil
  }
}
