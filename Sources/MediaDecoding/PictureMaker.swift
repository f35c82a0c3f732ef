// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// Makes what is stored out of decoded pixels: preview, thumbnail, placeholder and measures.
enum PictureMaker {
  private static let thumbnailQuality: Float = 75
  private static let thumbnailMethod: Int32 = 2
  private static let previewQuality: Int32 = 82

  static func pictures(from picture: DecodedPicture, withPreview: Bool) throws(NoPicture) -> MediaPictures {
    let thumbnail = try smallPixels(of: picture)
    let opaque = try thumbnail.opaqueRGB()
    let luminance = try Luminance(opaque, shrunkTo: opaque.size.fitted(longSide: 64))
    return MediaPictures(
      size: picture.orientation.seen(picture.fullSize),
      thumbnail: try WebPEncoder.encode(
        thumbnail.isTranslucent ? thumbnail : opaque, quality: thumbnailQuality, method: thumbnailMethod),
      preview: withPreview ? try preview(of: picture) : nil,
      placeholder: try ThumbHash.of(thumbnail.isTranslucent ? thumbnail : opaque),
      perceptualHash: try PerceptualHash.of(opaque),
      brightness: UInt8(max(0, min(255, luminance.mean.rounded()))),
      contrast: UInt16(max(0, min(2040, (luminance.standardDeviation * 16).rounded()))),
      isDamaged: picture.isDamaged)
  }

  /// Thumbnail-sized, upright, in sRGB; RGB or RGBA.
  private static func smallPixels(of picture: DecodedPicture) throws(NoPicture) -> PixelBuffer {
    let small = try shrunk(picture.pixels, to: picture.pixels.size.fitted(shortSide: MediaLimits.thumbnailShortSide))
    let upright = try small.turned(picture.orientation)
    if let profile = picture.profile, let converted = try ColourTransform.toSRGB(upright, profile: profile) {
      return converted
    }
    return upright.layout == .rgba ? upright : try upright.opaqueRGB()
  }

  private static func shrunk(_ pixels: PixelBuffer, to size: PixelSize) throws(NoPicture) -> PixelBuffer {
    guard size != pixels.size else { return pixels }
    guard pixels.layout == .rgba, pixels.isTranslucent else { return try AreaScaler.scale(pixels, to: size) }
    pixels.multiplyOpacity()
    let result = try AreaScaler.scale(pixels, to: size)
    pixels.divideOpacity()
    result.divideOpacity()
    return result
  }

  /// Upright, in the colours of the original, which the profile tells. Ink is brought to sRGB.
  private static func preview(of picture: DecodedPicture) throws(NoPicture) -> EncodedPicture {
    var pixels = picture.pixels
    var profile = picture.profile
    if pixels.size.longSide > MediaLimits.previewLongSide * 5 / 4 {
      pixels = try shrunk(pixels, to: pixels.size.fitted(longSide: MediaLimits.previewLongSide))
    }
    if pixels.layout == .cmyk || pixels.layout == .invertedCMYK {
      if let known = profile, let converted = try ColourTransform.toSRGB(pixels, profile: known) { pixels = converted }
      profile = nil
    }
    if pixels.layout != .grey { pixels = try pixels.opaqueRGB() }
    return try JPEGEncoder.encode(try pixels.turned(picture.orientation), quality: previewQuality, profile: profile)
  }
}
