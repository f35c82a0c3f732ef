// Agony
// SPDX-License-Identifier: Apache-2.0

package struct ExportReport: Sendable, Equatable {
  package var exported = 0
  package var failed = 0
  package var byteCount: Int64 = 0
  package var problems: [ExportProblem] = []
  /// The folder is full or cannot be written; the rest was not tried.
  package var stoppedBy: AlbumError?
  package var wasCancelled = false
  /// Files left alone because it was cancelled or stopped.
  package var notReached = 0

  package init() {}
}
