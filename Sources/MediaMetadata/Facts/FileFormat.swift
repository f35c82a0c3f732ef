// Agony
// SPDX-License-Identifier: Apache-2.0

/// What the bytes of a file say it is. The raw values are those of `original.format` in the index.
package enum FileFormat: String, Sendable, CaseIterable {
  // Pictures.
  case jpeg, png, gif, webp, heic, heif, avif, tiff, bmp, jxl, jp2
  // Pictures as the sensor gave them.
  case dng, nef, cr2, cr3, crw, arw, pef, srw, raf, orf, rw2, mrw, x3f
  // Films.
  case mp4, mov, m4v, threeGP = "3gp", mkv, webm, avi

  package var isFilm: Bool {
    switch self {
    case .mp4, .mov, .m4v, .threeGP, .mkv, .webm, .avi: true
    default: false
    }
  }

  /// Whether the picture itself has to be developed, and only previews can be shown at once.
  package var isRaw: Bool {
    switch self {
    case .dng, .nef, .cr2, .cr3, .crw, .arw, .pef, .srw, .raf, .orf, .rw2, .mrw, .x3f: true
    default: false
    }
  }
}
