// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import Media
internal import Vault

extension Album {
  /// Has the media worker read what photos and films tell of themselves and make small pictures of them, and stores both.
  ///
  /// `workerPath`: the program `agony-media-worker`; nil for the one beside this program. An item that cannot be decoded is flagged, its
  /// original is left as it is. `events` and `isCancelled` are called on this thread, the latter several times a second.
  package func analyse(
    _ selection: AnalysisSelection, workerPath: String? = nil, events: (AnalysisEvent) -> Void,
    isCancelled: () -> Bool
  ) throws(AlbumError) -> AnalysisReport {
    guard isWritable else { throw .readOnly }
    return try reading {
      let path = workerPath ?? MediaWorkers.pathBesideProgram() ?? ""  // which no program has
      return try withoutActuallyEscaping(events) { events in
        try withoutActuallyEscaping(isCancelled) { isCancelled in
          try AnalysisRun(self, MediaWorkers(path: path), events: events, isCancelled: isCancelled).run(selection)
        }
      }
    }
  }

  /// Nil if the item has not been analysed.
  package func facts(ofItem id: Int64) throws(AlbumError) -> ItemFacts? {
    try reading { try database.first(ItemFacts.columns, .integer(id), row: ItemFacts.init) }
  }

  /// The bytes of a small picture and what they are, `jpeg` or `webp`; nil if there is none. Throws `.vault(.damaged(.object))` if it no longer opens.
  package func rendition(
    _ kind: RenditionKind, ofItem id: Int64
  ) throws(AlbumError) -> (format: String, bytes: [UInt8])? {
    try reading {
      let found = try database.first(
        "SELECT object, format FROM rendition WHERE item = ?1 AND kind = ?2", .integer(id),
        .integer(Int64(kind.rawValue))
      ) { ($0.int64(0), $0.text(1)) }
      guard let (object, format) = found else { return nil }
      return (format, try readWhole(object: object))
    }
  }

  /// All bytes of a small object.
  func readWhole(object: Int64) throws -> [UInt8] {
    let source = PartsSource(space: space, parts: try parts(ofObject: object))
    guard source.byteCount > 0, source.byteCount <= 64 << 20 else { throw VaultError.damaged(.object) }
    var bytes = [UInt8](repeating: 0, count: Int(source.byteCount))
    let count = try bytes.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
    guard count == bytes.count else { throw VaultError.damaged(.object) }
    return bytes
  }

  // MARK: Within a transaction

  /// The item is to be analysed, or to be analysed anew.
  func setPending(_ item: Int64) throws {
    try database.execute("INSERT OR IGNORE INTO pending (item) VALUES (?1)", .integer(item))
  }

  /// Everything the analysis wrote about an item, its pictures released; nor is it to be analysed any more.
  func dropAnalysis(of item: Int64) throws {
    try dropRenditions(of: item)
    try database.execute("DELETE FROM facts WHERE item = ?1", .integer(item))
    try database.execute("DELETE FROM pending WHERE item = ?1", .integer(item))
  }

  func dropRenditions(of item: Int64) throws {
    let objects = try database.query("SELECT object FROM rendition WHERE item = ?1", .integer(item)) { $0.int64(0) }
    for object in objects { try drop(object: object) }
    try database.execute("DELETE FROM rendition WHERE item = ?1", .integer(item))
  }

  /// The parts of an object, released.
  func drop(object: Int64) throws {
    do {
      for part in try parts(ofObject: object) { space.release(part) }
    } catch is VaultError {
      // A row that names no pages: there is nothing to release, and `verify` puts the free map right.
    }
    try database.execute("DELETE FROM part WHERE object = ?1", .integer(object))
  }

  /// The one part of a new object, adopted.
  func insert(_ part: Part, object: Int64) throws {
    try database.execute(
      "INSERT INTO part (object, number, seed, size, extents) VALUES (?1, 0, ?2, ?3, ?4)", .integer(object),
      .blob(part.seed), .integer(part.byteCount), .blob(part.encodedExtents))
    space.adopt(part)
  }
}
