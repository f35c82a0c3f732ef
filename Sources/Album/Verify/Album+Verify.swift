// Agony
// SPDX-License-Identifier: Apache-2.0

extension Album {
  /// Reads everything: every chunk and SHA-256 of every original, the database's own check, both copies of every page, and the free map.
  ///
  /// Damaged items are named; nothing is ever removed. With `repair`, redundant copies are written anew. `events` and `isCancelled` are called on this
  /// thread.
  package func verify(
    repair: Bool, events: (VerifyEvent) -> Void, isCancelled: () -> Bool
  ) throws(AlbumError) -> VerifyReport {
    guard !repair || isWritable else { throw .readOnly }
    return try reading {
      try withoutActuallyEscaping(events) { events in
        try withoutActuallyEscaping(isCancelled) { isCancelled in
          try VerifyRun(self, events: events, isCancelled: isCancelled).run(repair: repair)
        }
      }
    }
  }
}
