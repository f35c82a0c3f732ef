// Agony
// SPDX-License-Identifier: Apache-2.0

/// What a file tells of itself without being decoded. Whatever it does not tell, or tells absurdly, is nil.
package struct MediaFacts: Sendable, Equatable {
  /// Nil if the bytes are of no kind known here.
  package var format: FileFormat?
  /// Brands of the `ftyp` box, the major one first; empty for other kinds. At most 32.
  package var brands: [String] = []
  /// Pixels as stored, before `orientation`; for films as the track is to be shown.
  package var width: Int?
  package var height: Int?
  /// EXIF's numbers, 1–8: how the stored picture is to be turned. Already the only one to apply: where a format turns
  /// pictures by itself (HEIF, AVIF, JPEG XL, films), what EXIF says beside it is left out.
  package var orientation = 1
  package var capture: CaptureTime?
  package var location: Location?
  package var camera = Camera()
  package var exposure = Exposure()
  package var film: FilmFacts?
  /// Joins the photo and the film of a Live Photo.
  package var contentIdentifier: String?
  /// Joins the shots of a burst.
  package var burstID: String?
  /// The film inside a motion photo.
  package var motionPhoto: ByteRange?
  /// The largest JPEG inside a RAW file.
  package var preview: EmbeddedPreview?
  package var colourProfile: ColourProfile?
  /// How a HEIF or AVIF picture is put together.
  package var heif: HEIFLayout?
  /// Several frames in a picture format.
  package var isAnimated = false
  /// 1–5.
  package var rating: Int?
  /// A picture of the whole sphere, or a part of it.
  package var isPanorama = false

  package init() {}

  /// After `orientation`.
  package var displayedSize: (width: Int, height: Int)? {
    guard let width, let height else { return nil }
    return orientation >= 5 ? (height, width) : (width, height)
  }
}
