// Agony
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// What version 2 adds to version 1: docs/format/index-v1.md, byte for byte.
  package static let additionsOfVersion2 = """
    CREATE TABLE facts (
      item INTEGER PRIMARY KEY,
      analysis INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      flags INTEGER NOT NULL,
      width INTEGER,
      height INTEGER,
      duration INTEGER,
      frame_rate INTEGER,
      video_codec TEXT,
      audio_codec TEXT,
      latitude INTEGER,
      longitude INTEGER,
      altitude INTEGER,
      make TEXT,
      model TEXT,
      lens TEXT,
      software TEXT,
      exposure_time INTEGER,
      f_number INTEGER,
      iso INTEGER,
      focal_length INTEGER,
      focal_length_35 INTEGER,
      content_identifier TEXT,
      burst TEXT,
      film_offset INTEGER,
      film_size INTEGER,
      rating INTEGER,
      placeholder BLOB,
      perceptual_hash INTEGER,
      brightness INTEGER,
      contrast INTEGER
    );
    CREATE TABLE rendition (
      item INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      object INTEGER NOT NULL UNIQUE,
      format TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      size INTEGER NOT NULL,
      PRIMARY KEY (item, kind)
    ) WITHOUT ROWID;
    CREATE TABLE pending (
      item INTEGER PRIMARY KEY
    );
    CREATE INDEX facts_content_identifier ON facts (content_identifier) WHERE content_identifier IS NOT NULL;
    CREATE INDEX facts_burst ON facts (burst) WHERE burst IS NOT NULL;
    """

  package static let version2 = Schema(
    version: 2,
    sql: version1.sql + "\n\n" + additionsOfVersion2,
    tables: version1.tables + ["facts", "rendition", "pending"],
    migrations: [1: additionsOfVersion2 + "\nINSERT INTO pending SELECT id FROM item;"]
  )

  package static let current = version2
}
