// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Index
internal import Vault

extension Album {
  /// Moves items into the trash, in one commit. Returns the ids that are not in the album.
  package func trash(ids: [Int64]) throws(AlbumError) -> [Int64] {
    let now = Int64(time(nil))
    return try transaction(usingReserve: true) {
      try ids.filter { id in
        let sql: StaticString = "UPDATE item SET bin = 1, trashed = ?2 WHERE id = ?1 AND bin = 0"
        return try database.execute(sql, .integer(id), .integer(now)) == 0
      }
    }
  }

  /// Brings items back, into the collections they were in, in one commit. Returns the ids that are not in the trash.
  package func restore(ids: [Int64]) throws(AlbumError) -> [Int64] {
    try transaction(usingReserve: true) { try ids.filter { try !bringBack($0) } }
  }

  package func trashedIDs() throws(AlbumError) -> [Int64] {
    try reading { try database.query("SELECT id FROM item WHERE bin = 1") { $0.int64(0) } }
  }

  /// Deletes items of the trash so that nobody with the password can bring them back. Returns the ids that are not in the trash.
  ///
  /// Two commits: after the first the items are gone from the album, after the second no root of the space leads to their keys
  /// and names (vault-v1.md, section 9). If the second fails this throws although the items are gone; any later two commits complete it.
  package func deleteForEver(ids: [Int64]) throws(AlbumError) -> [Int64] {
    let missing = try transaction(usingReserve: true) { try ids.filter { try !erase($0) } }
    guard missing.count < ids.count else { return missing }
    do throws(IndexError) {
      try database.commitAgain()
    } catch {
      throw AlbumError(error)
    }
    return missing
  }

  /// Within a transaction; false if it is not in the trash.
  func bringBack(_ id: Int64) throws -> Bool {
    let sql: StaticString = "UPDATE item SET bin = 0, trashed = NULL WHERE id = ?1 AND bin = 1"
    return try database.execute(sql, .integer(id)) > 0
  }

  private func erase(_ id: Int64) throws -> Bool {
    guard try database.execute("DELETE FROM item WHERE id = ?1 AND bin = 1", .integer(id)) > 0 else { return false }
    let objects = try database.query("SELECT object FROM original WHERE item = ?1", .integer(id)) { $0.int64(0) }
    for object in objects { try drop(object: object) }
    try dropAnalysis(of: id)
    try database.execute("DELETE FROM original WHERE item = ?1", .integer(id))
    try database.execute("DELETE FROM membership WHERE item = ?1", .integer(id))
    return true
  }
}
