// Agony
// SPDX-License-Identifier: Apache-2.0

/// What was found so far in a file.
struct Findings {
  var facts = MediaFacts()
  var dates: CaptureDates
  /// EXIF's, 1–8. Whether it counts is for the format to say.
  var exifOrientation: Int?
  /// From XMP: where a film is said to lie behind the picture.
  var motion = MotionHints()

  /// So that a file of nothing but packets ends some time.
  private var blocksLeft = 16

  init(latest: Int64?) {
    dates = CaptureDates(latest: latest)
  }

  /// Pixels of the picture, if both can be.
  mutating func setSize(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0, width <= 1 << 30, height <= 1 << 30 else { return }
    facts.width = width
    facts.height = height
  }

  /// Whether one more block of EXIF or XMP is to be read.
  mutating func takeBlock() -> Bool {
    guard blocksLeft > 0 else { return false }
    blocksLeft -= 1
    return true
  }

  mutating func add(profile: ColourProfile?) {
    facts.colourProfile = facts.colourProfile ?? profile
  }
}
