// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where `taken` is from. The raw value is `item.taken_source` of the index; values of later programs read as `.fileTime`.
package enum TakenSource: Int, Sendable {
  /// The file's modification time, as the wall clock of the importing machine showed it.
  case fileTime = 1
  case exifOriginal = 2
  case quickTimeCreation = 3
  case exifDigitized = 4
  case xmp = 5
  case iptc = 6
  case filmHeader = 7
  case pngText = 8
  case fileName = 9
  case exifModified = 10
  /// A day in the file's name, without a time of day.
  case fileNameDay = 11
  case satellites = 12
}
