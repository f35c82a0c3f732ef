// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// What the decoded pixels have to be good for.
enum PictureTarget {
  case thumbnail
  case preview

  /// Whether pixels of this size are enough. A preview may be somewhat smaller than asked for: the size that a decoder
  /// gives for nothing is worth more than an exact one.
  func isMet(by size: PixelSize, of full: PixelSize) -> Bool {
    switch self {
    case .thumbnail: size.shortSide >= min(MediaLimits.thumbnailShortSide, full.shortSide)
    case .preview:
      size.longSide >= min(MediaLimits.previewLongSide * 4 / 5, full.longSide)
        && size.shortSide >= min(MediaLimits.thumbnailShortSide, full.shortSide)
    }
  }

  /// The size to shrink decoded pixels to, if the decoder cannot, before anything else is done with them.
  func sufficient(for full: PixelSize) -> PixelSize {
    let thumbnail = full.fitted(shortSide: MediaLimits.thumbnailShortSide)
    guard self == .preview else { return thumbnail }
    let preview = full.fitted(longSide: MediaLimits.previewLongSide)
    return preview.pixelCount > thumbnail.pixelCount ? preview : thumbnail
  }
}
