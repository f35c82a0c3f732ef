// Agony
// SPDX-License-Identifier: Apache-2.0

/// The primary item of a HEIF or AVIF file.
package struct HEIFLayout: Sendable, Equatable {
  package var primaryItem: Int
  /// "hvc1", "av01", "grid", "iovl", …
  package var itemType: String
  /// Tiles of a grid; 1 and 1 for a picture in one piece.
  package var columns = 1
  package var rows = 1
  package var hasThumbnail = false

  package init(primaryItem: Int, itemType: String) {
    self.primaryItem = primaryItem
    self.itemType = itemType
  }
}
