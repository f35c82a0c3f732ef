// Agony
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// docs/format/index-v1.md, byte for byte.
  package static let version1 = Schema(
    version: 1,
    sql: """
      CREATE TABLE item (
        bin INTEGER NOT NULL,
        taken INTEGER NOT NULL,
        id INTEGER NOT NULL,
        kind INTEGER NOT NULL,
        taken_source INTEGER NOT NULL,
        utc_offset INTEGER,
        favourite INTEGER NOT NULL DEFAULT 0,
        trashed INTEGER,
        PRIMARY KEY (bin, taken, id)
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX item_id ON item (id);

      CREATE TABLE original (
        id INTEGER PRIMARY KEY,
        item INTEGER NOT NULL,
        role INTEGER NOT NULL,
        object INTEGER NOT NULL UNIQUE,
        format TEXT NOT NULL,
        name BLOB NOT NULL,
        size INTEGER NOT NULL,
        sha256 BLOB NOT NULL UNIQUE,
        modified INTEGER NOT NULL
      );
      CREATE INDEX original_item ON original (item, role);
      CREATE INDEX original_size ON original (size);

      CREATE TABLE part (
        object INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seed BLOB NOT NULL,
        size INTEGER NOT NULL,
        extents BLOB NOT NULL,
        PRIMARY KEY (object, number)
      ) WITHOUT ROWID;

      CREATE TABLE collection (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        position INTEGER NOT NULL
      );
      CREATE TABLE membership (
        collection INTEGER NOT NULL,
        item INTEGER NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (collection, item)
      ) WITHOUT ROWID;
      CREATE INDEX membership_item ON membership (item);
      """,
    tables: ["item", "original", "part", "collection", "membership"],
    migrations: [:]
  )
}
