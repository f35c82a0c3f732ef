// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Vault

/// An original as the index describes it.
struct StoredOriginal: Sendable {
  let name: [UInt8]
  let byteCount: Int64
  let sha256: [UInt8]
  /// Nanoseconds since 1970 UTC.
  let modified: Int64
  /// Nil if the rows cannot be of parts.
  let parts: [Part]?

  /// Reads everything, and hands it on in order as `ObjectStream` does. Throws `.damaged` if it is not all there, or what `consume` throws.
  func read(
    through stream: ObjectStream, bypassingCache: Bool = false, _ consume: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let parts, parts.reduce(0, { $0 + $1.byteCount }) == byteCount else { throw VaultError.damaged(.object) }
    try stream.read(parts, bypassingCache: bypassingCache, consume)
  }
}

extension Album {
  /// The originals of an item, the main one first; empty if there is no such item.
  func originals(ofItem id: Int64) throws -> [StoredOriginal] {
    let rows = try database.query(
      "SELECT name, size, sha256, modified, object FROM original WHERE item = ?1 ORDER BY role, id", .integer(id)
    ) { (name: $0.blob(0), size: $0.int64(1), sha256: $0.blob(2), modified: $0.int64(3), object: $0.int64(4)) }
    return try rows.map { row in
      var parts: [Part]?
      do {
        parts = try self.parts(ofObject: row.object)
      } catch is VaultError {
        parts = nil
      }
      return StoredOriginal(
        name: row.name, byteCount: row.size, sha256: row.sha256, modified: row.modified, parts: parts)
    }
  }
}
