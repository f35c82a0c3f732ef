// Agony
// SPDX-License-Identifier: Apache-2.0

package struct ItemSummary: Sendable, Equatable {
  package var id: Int64
  package var kind: ItemKind
  /// Local wall time of the capture, microseconds since 1970-01-01T00:00:00 of that wall clock.
  package var taken: Int64
  package var takenSource: TakenSource
  /// Minutes east of UTC of that wall clock, if known.
  package var utcOffset: Int?
  package var isFavourite: Bool
  /// When it went into the trash, seconds since 1970 UTC.
  package var trashed: Int64?
  /// Of the main original, as the bytes it had; not always UTF-8.
  package var name: [UInt8]
  package var format: String
  package var byteCount: Int64
  package var sha256: [UInt8]
  /// Nanoseconds since 1970 UTC.
  package var modified: Int64
  /// Ids, ascending. What is in the trash keeps its own.
  package var collections: [Int64]
  /// From here on what the analysis found; nothing before it.
  package var flags: ItemFlags
  /// Pixels as shown.
  package var width: Int64?
  package var height: Int64?
  /// Milliseconds; of a Live Photo those of its film.
  package var duration: Int64?
  /// The same in all shots of a burst.
  package var burst: String?

  package var cursor: ItemCursor { ItemCursor(taken: taken, id: id) }

  package init(
    id: Int64, kind: ItemKind, taken: Int64, takenSource: TakenSource, utcOffset: Int?, isFavourite: Bool,
    trashed: Int64?, name: [UInt8], format: String, byteCount: Int64, sha256: [UInt8], modified: Int64,
    collections: [Int64], flags: ItemFlags = [], width: Int64? = nil, height: Int64? = nil, duration: Int64? = nil,
    burst: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.taken = taken
    self.takenSource = takenSource
    self.utcOffset = utcOffset
    self.isFavourite = isFavourite
    self.trashed = trashed
    self.name = name
    self.format = format
    self.byteCount = byteCount
    self.sha256 = sha256
    self.modified = modified
    self.collections = collections
    self.flags = flags
    self.width = width
    self.height = height
    self.duration = duration
    self.burst = burst
  }
}
