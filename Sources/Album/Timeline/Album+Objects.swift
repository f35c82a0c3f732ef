// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Vault

extension Album {
  /// The parts of an object in order. Throws `.damaged(.object)` if a row cannot be of a part.
  func parts(ofObject object: Int64) throws -> [Part] {
    let rows = try database.query(
      "SELECT seed, size, extents FROM part WHERE object = ?1 ORDER BY number", .integer(object)
    ) { ($0.blob(0), $0.int64(1), $0.blob(2)) }
    return try rows.map { try Part(seed: $0.0, byteCount: $0.1, encodedExtents: $0.2) }
  }
}
