// Agony
// SPDX-License-Identifier: Apache-2.0

/// One open room.
package final class Space: Sendable {
  package static let pageByteCount = 4096

  init() {}

  package var isWritable: Bool { fatalError() }
  package var indexPageCount: Int { fatalError() }
  package func readIndexPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) throws(VaultError) { fatalError() }
  package func writeIndexPage(_ number: Int, from page: UnsafeRawBufferPointer) throws(VaultError) { fatalError() }
  package func truncateIndex(to pageCount: Int) throws(VaultError) { fatalError() }
  package func discardOverlay() { fatalError() }
  package func commit() throws(VaultError) { fatalError() }

  package func makePartWriter(expectedByteCount: Int64) throws(VaultError) -> PartWriter { fatalError() }
  package func adopt(_ part: Part) { fatalError() }
  package func release(_ part: Part) { fatalError() }
  package func abandon(_ part: Part) { fatalError() }
  package func rollBack() { fatalError() }
  package func read(
    _ part: Part, at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, bypassingCache: Bool = false
  ) throws(VaultError) { fatalError() }
  package var capacity: Capacity { fatalError() }
  /// Checks both copies of every page, all roots and slots. `parts` are all parts the index names.
  package func check(parts: [Part], repair: Bool, progress: (_ done: Int64, _ total: Int64) -> Void) throws(VaultError)
    -> PageReport
  { fatalError() }
}

package struct Capacity: Sendable, Equatable {
  package var totalByteCount: Int64
  package var usedByteCount: Int64
  /// What objects may still take: 1 % of the room stays reserved for deleting and for changing the password.
  package var availableByteCount: Int64
}

/// What `check` found. Everything counted here is redundant and lost nothing.
package struct PageReport: Sendable, Equatable {
  package var pagesChecked = 0
  package var damagedCopies = 0
  package var damagedRootSlots = 0
  package var damagedKeySlots = 0
  package var freeMapDifferences = 0
}

/// Seals a stream of bytes into pages of the room, hashing it on the way. Used by one thread at a time.
package final class PartWriter {
  package func write(_ bytes: UnsafeRawBufferPointer) throws(VaultError) { fatalError() }
  package func finish() throws(VaultError) -> (part: Part, sha256: [UInt8]) { fatalError() }
  package func cancel() { fatalError() }
  init() {}
}
