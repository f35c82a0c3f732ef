// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Vault

/// What an import asks of the index, and writes into it.
struct ImportIndex {
  let album: Album

  func hasOriginal(ofByteCount byteCount: Int64) throws -> Bool {
    let sql: StaticString = "SELECT 1 FROM original WHERE size = ?1 LIMIT 1"
    return try album.database.first(sql, .integer(byteCount)) { $0.int64(0) } != nil
  }

  /// The item that holds these bytes, and the object they are; `isTrashed` if it lies in the trash.
  func item(with sha256: [UInt8]) throws -> (id: Int64, isTrashed: Bool, object: Int64)? {
    let sql: StaticString =
      "SELECT i.id, i.bin, o.object FROM original o JOIN item i ON i.id = o.item WHERE o.sha256 = ?1"
    return try album.database.first(sql, .blob(sha256)) {
      (id: $0.int64(0), isTrashed: $0.int64(1) != 0, object: $0.int64(2))
    }
  }

  /// The parts of the original with these bytes. Empty if there is none, or if its rows cannot be of parts.
  func parts(of sha256: [UInt8]) throws -> [Part] {
    let sql: StaticString = "SELECT object FROM original WHERE sha256 = ?1"
    guard let object = try album.database.first(sql, .blob(sha256), row: { $0.int64(0) }) else { return [] }
    return try readableParts(ofObject: object)
  }

  func readableParts(ofObject object: Int64) throws -> [Part] {
    do {
      return try album.parts(ofObject: object)
    } catch is VaultError {
      return []
    }
  }

  /// Within a transaction: the bytes of an original in a part that opens, instead of what does not.
  func replace(_ sha256: [UInt8], with part: Part) throws {
    let sql: StaticString = "SELECT object FROM original WHERE sha256 = ?1"
    guard let object = try album.database.first(sql, .blob(sha256), row: { $0.int64(0) }) else {
      throw VaultError.damaged(.object)
    }
    for old in try readableParts(ofObject: object) { album.space.release(old) }
    try album.database.execute("DELETE FROM part WHERE object = ?1", .integer(object))
    try album.insert(part, object: object)
    let item: StaticString = "SELECT item FROM original WHERE sha256 = ?1"
    if let id = try album.database.first(item, .blob(sha256), row: { $0.int64(0) }) { try album.setPending(id) }
  }

  func hasItem(_ id: Int64) throws -> Bool {
    try album.database.first("SELECT 1 FROM item WHERE id = ?1", .integer(id)) { $0.int64(0) } != nil
  }

  /// Within a transaction: the item, its original and its part.
  func insert(_ file: FinishedFile, _ format: MediaFormat, _ part: Part) throws {
    let stamp = file.source.stamp
    let taken = LocalTime(secondsSince1970: stamp.modifiedSeconds, nanoseconds: stamp.modifiedNanoseconds)
    let object = randomID()
    try album.database.execute(
      """
      INSERT INTO item (bin, taken, id, kind, taken_source, utc_offset, favourite, trashed)
      VALUES (0, ?1, ?2, ?3, ?4, ?5, 0, NULL)
      """, .integer(taken.microseconds), .integer(file.item), .integer(Int64(format.kind.rawValue)),
      .integer(Int64(TakenSource.fileTime.rawValue)), .optional(taken.utcOffset))
    try album.database.execute(
      """
      INSERT INTO original (id, item, role, object, format, name, size, sha256, modified)
      VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8)
      """, .integer(randomID()), .integer(file.item), .integer(object), .text(format.rawValue),
      .blob(file.source.name), .integer(part.byteCount), .blob(file.sha256), .integer(stamp.modified))
    try album.insert(part, object: object)
    try album.setPending(file.item)
  }
}
