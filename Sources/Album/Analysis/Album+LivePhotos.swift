// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index

/// Live Photos: a photo and a film that came as two files and are one item.
extension Album {
  /// The pair that an analysed item is half of, nil if the other half is not here or not known as such.
  ///
  /// `anyName`: the two need not have the same name if both have the same content identifier. Halves that were edited have it as well,
  /// so that the name decides as long as both are still to come.
  func livePair(of id: Int64, anyName: Bool) throws -> LivePair? {
    guard let half = try database.first(PairCandidate.ofItem, .integer(id), row: PairCandidate.init) else { return nil }
    let otherKind = Value.integer(Int64((half.kind == .photo ? ItemKind.film : .photo).rawValue))
    var others: [PairCandidate] = []
    if let identifier = half.contentIdentifier {
      others = try database.query(
        PairCandidate.withIdentifier, .text(identifier), otherKind, row: PairCandidate.init)
      if !anyName { others.removeAll { $0.stem != half.stem } }
    }
    if others.isEmpty, !anyName {
      others = try database.query(
        PairCandidate.around, .integer(half.taken), otherKind, .integer(Int64(PairCandidate.longestGap)),
        row: PairCandidate.init)
      others.removeAll { !$0.belongsByName(to: half) }
    }
    guard
      let other = others.min(by: { a, b in
        let (nearA, nearB) = (a.stem == half.stem, b.stem == half.stem)
        if nearA != nearB { return nearA }
        return (half.distance(to: a), a.item) < (half.distance(to: b), b.item)
      })
    else { return nil }
    return half.kind == .photo
      ? LivePair(photo: half.item, film: other.item) : LivePair(photo: other.item, film: half.item)
  }

  // MARK: Within a transaction

  /// Makes one item of two: the film's original becomes part of the photo, in all its collections; its own pictures go.
  func join(_ pair: LivePair) throws {
    let (photo, film) = (Value.integer(pair.photo), Value.integer(pair.film))
    let half = try database.first(FilmHalf.ofFilm, film, row: FilmHalf.init)
    try dropAnalysis(of: pair.film)
    try database.execute("UPDATE original SET item = ?1, role = 2 WHERE item = ?2", photo, film)
    try database.execute(
      """
      INSERT OR IGNORE INTO membership (collection, item, position)
      SELECT collection, ?1, position FROM membership WHERE item = ?2
      """, photo, film)
    try database.execute("DELETE FROM membership WHERE item = ?1", film)
    try database.execute(
      "UPDATE item SET favourite = 1 WHERE id = ?1 AND EXISTS (SELECT 1 FROM item WHERE id = ?2 AND favourite = 1)",
      photo, film)
    try database.execute("DELETE FROM item WHERE id = ?1", film)
    try mark(pair.photo, asLiveWith: half ?? FilmHalf())
  }

  /// What is known of the film of an item that is a Live Photo; nil if it is none.
  func filmHalf(of item: Int64) throws -> FilmHalf? {
    let sql: StaticString = "SELECT 1 FROM original WHERE item = ?1 AND role = 2"
    guard try database.first(sql, .integer(item), row: { $0.int64(0) }) != nil else { return nil }
    return try database.first(FilmHalf.ofFilm, .integer(item), row: FilmHalf.init) ?? FilmHalf()
  }

  func mark(_ item: Int64, asLiveWith film: FilmHalf) throws {
    try database.execute(
      """
      UPDATE facts SET flags = flags | 16, duration = ?2, frame_rate = ?3, video_codec = ?4, audio_codec = ?5
      WHERE item = ?1
      """, .integer(item), .optional(film.duration), .optional(film.frameRate), .optional(film.videoCodec),
      .optional(film.audioCodec))
  }
}

extension FilmHalf {
  fileprivate static let ofFilm: StaticString =
    "SELECT duration, frame_rate, video_codec, audio_codec FROM facts WHERE item = ?1"

  fileprivate init(_ row: borrowing Row) {
    self.init(
      duration: row.optionalInt64(0), frameRate: row.optionalInt64(1), videoCodec: row.optionalText(2),
      audioCodec: row.optionalText(3))
  }
}

/// In the album, with a picture, and not one of two files already.
extension PairCandidate {
  fileprivate static let ofItem: StaticString = """
    SELECT i.id, i.kind, i.taken, o.name, o.format, f.duration, f.make, f.content_identifier
    FROM item i CROSS JOIN facts f ON f.item = i.id CROSS JOIN original o ON o.item = i.id AND o.role = 1
    WHERE i.id = ?1 AND i.bin = 0 AND f.outcome = 0 AND f.flags & 16 = 0
    """

  fileprivate static let withIdentifier: StaticString = """
    SELECT i.id, i.kind, i.taken, o.name, o.format, f.duration, f.make, f.content_identifier
    FROM facts f CROSS JOIN item i ON i.id = f.item CROSS JOIN original o ON o.item = i.id AND o.role = 1
    WHERE f.content_identifier = ?1 AND i.bin = 0 AND i.kind = ?2 AND f.outcome = 0 AND f.flags & 16 = 0 LIMIT 200
    """

  fileprivate static let around: StaticString = """
    SELECT i.id, i.kind, i.taken, o.name, o.format, f.duration, f.make, f.content_identifier
    FROM item i CROSS JOIN facts f ON f.item = i.id CROSS JOIN original o ON o.item = i.id AND o.role = 1
    WHERE i.bin = 0 AND i.taken BETWEEN ?1 - ?3 AND ?1 + ?3 AND i.kind = ?2 AND f.outcome = 0 AND f.flags & 16 = 0
    LIMIT 200
    """

  fileprivate init(_ row: borrowing Row) {
    self.init(
      item: row.int64(0), kind: ItemKind(rawValue: Int(row.int64(1))) ?? .photo, taken: row.int64(2),
      name: row.blob(3), format: row.text(4), duration: row.optionalInt64(5), make: row.optionalText(6),
      contentIdentifier: row.optionalText(7))
  }

  fileprivate func distance(to other: PairCandidate) -> UInt64 {
    let difference = taken.subtractingReportingOverflow(other.taken)
    return difference.overflow ? .max : difference.partialValue.magnitude
  }
}
