// Agony
// SPDX-License-Identifier: Apache-2.0

/// The place of an item in the timeline; a page begins after that of the last item of the page before.
package struct ItemCursor: Sendable, Equatable {
  package var taken: Int64
  package var id: Int64

  package init(taken: Int64, id: Int64) {
    self.taken = taken
    self.id = id
  }
}
