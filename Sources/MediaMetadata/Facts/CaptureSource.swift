// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where a capture time was found, best first.
package enum CaptureSource: Int, Sendable, CaseIterable, Comparable {
  /// EXIF DateTimeOriginal.
  case exifOriginal = 1
  /// `com.apple.quicktime.creationdate`, or `©day` with a time.
  case quickTimeCreation
  /// EXIF DateTimeDigitized.
  case exifDigitized
  case xmp
  case iptc
  /// The header of a film: MP4, QuickTime, Matroska, AVI.
  case movieHeader
  /// PNG "Creation Time".
  case pngText
  case fileName
  /// EXIF DateTime or PNG tIME, which programs set anew on every change.
  case exifModified
  /// A name with a day and no time.
  case fileNameDay
  /// The clock of the satellites.
  case gps

  package static func < (a: CaptureSource, b: CaptureSource) -> Bool {
    a.rawValue < b.rawValue
  }
}
