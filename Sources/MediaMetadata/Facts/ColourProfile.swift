// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where an ICC profile lies.
package struct ColourProfile: Sendable, Equatable {
  /// To be read one after the other.
  package var ranges: [ByteRange]
  /// Packed as a zlib stream (PNG).
  package var isDeflated: Bool

  package init(ranges: [ByteRange], isDeflated: Bool = false) {
    self.ranges = ranges
    self.isDeflated = isDeflated
  }
}
