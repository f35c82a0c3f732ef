// Agony
// SPDX-License-Identifier: Apache-2.0

/// How much an album can hold and holds, sealed and in pages.
package struct Capacity: Sendable, Equatable {
  package var totalByteCount: Int64
  package var usedByteCount: Int64
  /// What objects may still take: a part of the room stays reserved for deleting.
  package var availableByteCount: Int64
}

/// What a check of the pages found. All of it is redundant, and nothing is lost by it.
package struct PageReport: Sendable, Equatable {
  package var pageCount = 0
  package var damagedCopyCount = 0
  package var damagedRootSlotCount = 0
  /// Pages marked used that are free, or the other way round.
  package var freeMapDifferenceCount = 0

  package init() {}

  package var isWhole: Bool { damagedCopyCount == 0 && damagedRootSlotCount == 0 && freeMapDifferenceCount == 0 }
}
