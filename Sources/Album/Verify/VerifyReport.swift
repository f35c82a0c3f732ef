// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

package struct VerifyReport: Sendable, Equatable {
  /// Items whose originals were read to their end.
  package var items = 0
  package var byteCount: Int64 = 0
  package var damagedItems: [DamagedItem] = []
  /// Thumbnails and previews that do not open; they can be made anew.
  package var damagedPictures = 0
  /// Faults of the database itself, rows that lead nowhere, pages claimed twice.
  package var indexProblems = 0
  /// Second copies and the like: nothing was lost by what it counts.
  package var pages = PageReport()
  /// Repair was asked for, and what could be repaired has been.
  package var repaired = false
  package var wasCancelled = false

  package init() {}
}
