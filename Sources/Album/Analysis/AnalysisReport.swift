// Agony
// SPDX-License-Identifier: Apache-2.0

package struct AnalysisReport: Sendable, Equatable {
  /// Items whose analysis is durable, the flagged ones included.
  package var analysed = 0
  /// Live Photos put together.
  package var paired = 0
  package var flagged: [FlaggedItem] = []
  /// The album is full, a write failed, or the media worker does not start; the rest was not tried.
  package var stoppedBy: AlbumError?
  package var wasCancelled = false
  /// Items left alone because it was cancelled or stopped.
  package var notReached = 0

  package init() {}
}
