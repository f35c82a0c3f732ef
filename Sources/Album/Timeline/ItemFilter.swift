// Agony
// SPDX-License-Identifier: Apache-2.0

package struct ItemFilter: Sendable, Equatable {
  /// What is in the trash, instead of what is in the album.
  package var trashed = false
  package var kind: ItemKind?
  /// Only items with all of these.
  package var flags: ItemFlags = []
  /// Only shots of bursts.
  package var isInBurst = false
  /// Taken then or later: microseconds of local wall time since 1970.
  package var since: Int64?
  /// Taken before then.
  package var until: Int64?
  /// The id of a collection; one that does not exist has no items.
  package var collection: Int64?

  package init() {}
}
