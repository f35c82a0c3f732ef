// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index

/// The columns of an item and its main original, in the order in which the timeline's statements name them.
enum ItemRow {
  static func summary(_ row: borrowing Row) -> ItemSummary {
    ItemSummary(
      id: row.int64(0), kind: ItemKind(rawValue: Int(row.int64(1))) ?? .photo, taken: row.int64(2),
      takenSource: TakenSource(rawValue: Int(row.int64(3))) ?? .fileTime, utcOffset: row.optionalInt64(4).map(Int.init),
      isFavourite: row.int64(5) != 0, trashed: row.optionalInt64(6), name: row.blob(7), format: row.text(8),
      byteCount: row.int64(9), sha256: row.blob(10), modified: row.int64(11), collections: [],
      flags: ItemFlags(rawValue: row.optionalInt64(12) ?? 0), width: row.optionalInt64(13),
      height: row.optionalInt64(14), duration: row.optionalInt64(15), burst: row.optionalText(16))
  }
}
