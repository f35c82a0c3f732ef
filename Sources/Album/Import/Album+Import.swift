// Agony
// SPDX-License-Identifier: Apache-2.0

extension Album {
  /// Stores files, and all in folders, that their first bytes show to be photos or films; everything else is named with its reason.
  ///
  /// `sources`: paths as bytes. Each file has its receipt only once it is durable. What is in the album already, by SHA-256, is
  /// a duplicate; one that lay in the trash is brought back. A file that finds no room fails, and smaller ones after it
  /// may still fit. `events` and `isCancelled` are called on this thread, the latter several times a second; once it
  /// is true, files under way are given up and those finished are committed.
  ///
  /// Throws only if nothing sensible can be reported; `.readOnly` unless it is a dry run.
  package func importFiles(
    _ sources: [[UInt8]], options: ImportOptions, events: (ImportEvent) -> Void, isCancelled: () -> Bool
  ) throws(AlbumError) -> ImportReport {
    guard options.dryRun || isWritable else { throw .readOnly }
    if let name = options.collection { _ = try CollectionName(name) }
    return try reading {
      try withoutActuallyEscaping(events) { events in
        try withoutActuallyEscaping(isCancelled) { isCancelled in
          try ImportRun(self, sources, options, events: events, isCancelled: isCancelled).run()
        }
      }
    }
  }
}
