// Agony
// SPDX-License-Identifier: Apache-2.0

package struct ImportReport: Sendable, Equatable {
  package var stored = 0
  /// Of those stored: those whose stored copy no longer opened, and was replaced.
  package var healed = 0
  package var duplicates = 0
  /// Of the duplicates and of those healed: items that lay in the trash and are back.
  package var restored = 0
  package var skipped = 0
  package var failed = 0
  /// Sources deleted.
  package var removed = 0
  /// Bytes of what was stored.
  package var byteCount: Int64 = 0
  package var problems: [Problem] = []
  package var ranOutOfRoom = false
  /// Set if the space stopped after a failed write or sync.
  package var stoppedBy: AlbumError?
  package var wasCancelled = false
  /// Files left alone because it was cancelled.
  package var notReached = 0

  package init() {}
}
