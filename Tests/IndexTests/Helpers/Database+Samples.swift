// Agony
// SPDX-License-Identifier: Apache-2.0

import Index

extension Database {
  func addCollection(id: Int64 = randomID(), name: String) throws {
    try execute("INSERT INTO collection (id, name, position) VALUES (?, ?, 0)", .integer(id), .text(name))
  }

  func collectionNames() throws(IndexError) -> [String] {
    try query("SELECT name FROM collection ORDER BY name") { $0.text(0) }
  }

  /// Adds photos with times `0..<count`.
  func addItems(_ count: Int) throws {
    for taken in 0..<count {
      try execute(
        "INSERT INTO item (bin, taken, id, kind, taken_source) VALUES (0, ?, ?, 1, 1)",
        .integer(Int64(taken)), .integer(randomID()))
    }
  }

  func itemCount() throws(IndexError) -> Int64? {
    try first("SELECT count(*) FROM item") { $0.int64(0) }
  }

  /// A cache of ten pages that spills into the overlay in the middle of a transaction, as a lack of memory would.
  func letCacheSpill() throws {
    try execute("PRAGMA cache_size = 10")
    try execute("PRAGMA cache_spill = ON")
  }
}
