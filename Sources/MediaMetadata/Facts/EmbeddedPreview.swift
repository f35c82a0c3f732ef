// Agony
// SPDX-License-Identifier: Apache-2.0

/// A JPEG inside a file.
package struct EmbeddedPreview: Sendable, Equatable {
  package var range: ByteRange
  package var width: Int
  package var height: Int
  /// EXIF's numbers, 1–8; what the JPEG says itself where it does, else the orientation of the file around it.
  package var orientation: Int

  package init(range: ByteRange, width: Int, height: Int, orientation: Int) {
    self.range = range
    self.width = width
    self.height = height
    self.orientation = orientation
  }
}
