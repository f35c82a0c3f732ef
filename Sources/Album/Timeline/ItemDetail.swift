// Agony
// SPDX-License-Identifier: Apache-2.0

package struct ItemDetail: Sendable, Equatable {
  package var summary: ItemSummary
  /// The main one first.
  package var originals: [OriginalDetail]

  package init(summary: ItemSummary, originals: [OriginalDetail]) {
    self.summary = summary
    self.originals = originals
  }
}
