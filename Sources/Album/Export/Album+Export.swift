// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index

extension Album {
  /// Writes originals into a folder, made if it is not there, under their names and with their times. Every chunk's tag is
  /// checked. Each file is whole and durable before it has its name; no file is ever replaced: a second `a.jpg` is `a (2).jpg`.
  ///
  /// Files are readable by their owner alone. `events` and `isCancelled` are called on this thread. Throws `.destination` if the folder cannot be had,
  /// `.noSuchCollection`, or an error of the index.
  package func export(
    _ selection: ExportSelection, to folder: [UInt8], events: (ExportEvent) -> Void, isCancelled: () -> Bool
  ) throws(AlbumError) -> ExportReport {
    try reading {
      let items = try self.items(of: selection)
      return try withoutActuallyEscaping(events) { events in
        try withoutActuallyEscaping(isCancelled) { isCancelled in
          try ExportRun(self, to: folder, events: events, isCancelled: isCancelled).run(items)
        }
      }
    }
  }

  /// Oldest first, a collection in its own order.
  private func items(of selection: ExportSelection) throws -> [Int64] {
    switch selection {
    case .all: return try items(inBin: 0)
    case .trash: return try items(inBin: 1)
    case .items(let ids):
      var seen: Set<Int64> = []
      return ids.filter { seen.insert($0).inserted }
    case .collection(let id):
      try requireCollection(id)
      return try database.query(
        """
        SELECT m.item FROM membership m JOIN item i ON i.id = m.item
        WHERE m.collection = ?1 AND i.bin = 0 ORDER BY m.position, m.item
        """, .integer(id)
      ) { $0.int64(0) }
    }
  }

  private func items(inBin bin: Int64) throws -> [Int64] {
    try database.query("SELECT id FROM item WHERE bin = ?1 ORDER BY taken, id", .integer(bin)) { $0.int64(0) }
  }
}
