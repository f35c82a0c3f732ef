// Agony
// SPDX-License-Identifier: Apache-2.0

/// What decoding gave.
package struct MediaPictures: Sendable, Equatable {
  /// Of the original, after its orientation was applied.
  package var size: PixelSize
  package var thumbnail: EncodedPicture
  package var preview: EncodedPicture?
  /// ThumbHash, at most 25 bytes.
  package var placeholder: [UInt8]
  /// 64-bit DCT hash; similar shots differ in at most 10 bits.
  package var perceptualHash: UInt64
  /// Mean of the luminance, 0–255.
  package var brightness: UInt8
  /// Standard deviation of the luminance in 1/16, at most 2040: black and blank shots are below about 48.
  package var contrast: UInt16
  /// The decoder had to guess: the file is cut short or damaged.
  package var isDamaged: Bool

  package init(
    size: PixelSize, thumbnail: EncodedPicture, preview: EncodedPicture?, placeholder: [UInt8],
    perceptualHash: UInt64, brightness: UInt8, contrast: UInt16, isDamaged: Bool
  ) {
    self.size = size
    self.thumbnail = thumbnail
    self.preview = preview
    self.placeholder = placeholder
    self.perceptualHash = perceptualHash
    self.brightness = brightness
    self.contrast = contrast
    self.isDamaged = isDamaged
  }

  func append(to writer: inout WireWriter) {
    size.append(to: &writer)
    thumbnail.append(to: &writer)
    writer.append(optional: preview) { $1.append(to: &$0) }
    writer.append(placeholder)
    writer.append(perceptualHash)
    writer.append(brightness)
    writer.append(contrast)
    writer.append(isDamaged)
  }

  init(from reader: inout WireReader) throws(WireError) {
    size = try PixelSize(from: &reader)
    thumbnail = try EncodedPicture(from: &reader, atMost: MediaLimits.thumbnailByteCount)
    preview = try reader.optional { reader throws(WireError) in
      try EncodedPicture(from: &reader, atMost: MediaLimits.previewByteCount)
    }
    placeholder = try reader.byteString(atMost: MediaLimits.placeholderByteCount)
    perceptualHash = try reader.integer()
    brightness = try reader.integer()
    contrast = try reader.integer(in: 0...2040)
    isDamaged = try reader.bool()
  }
}
