// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// Pixels as a decoder gives them, possibly smaller than the picture is.
struct DecodedPicture {
  var pixels: PixelBuffer
  /// Of the whole picture, as stored.
  var fullSize: PixelSize
  /// Still to be applied to `pixels`.
  var orientation: Orientation
  /// The ICC profile of `pixels`; nil for sRGB and for unknown.
  var profile: [UInt8]?
  /// The decoder had to guess.
  var isDamaged = false
}
