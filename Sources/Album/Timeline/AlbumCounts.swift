// Agony
// SPDX-License-Identifier: Apache-2.0

package struct AlbumCounts: Sendable, Equatable {
  /// Without the trash.
  package var items: Int
  package var trashed: Int
  /// Still to be analysed, the trash included.
  package var pending: Int
  /// Of all originals, the trash included.
  package var byteCount: Int64

  package init(items: Int, trashed: Int, pending: Int, byteCount: Int64) {
    self.items = items
    self.trashed = trashed
    self.pending = pending
    self.byteCount = byteCount
  }
}
