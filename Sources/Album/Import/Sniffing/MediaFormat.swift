// Agony
// SPDX-License-Identifier: Apache-2.0

/// What the first bytes of a file say it is. The raw value is `original.format` of the index.
package enum MediaFormat: String, Sendable, CaseIterable {
  // Pictures.
  case jpeg, png, gif, webp, heic, heif, avif, tiff, bmp, jxl, jp2
  // Pictures as the sensor gave them.
  case dng, nef, cr2, cr3, crw, arw, pef, srw, raf, orf, rw2, mrw, x3f
  // Films.
  case mp4, mov, m4v, threeGP = "3gp", mkv, webm, avi, mpeg, mpegts, wmv, flv, ogv

  package var kind: ItemKind {
    switch self {
    case .jpeg, .png, .gif, .webp, .heic, .heif, .avif, .tiff, .bmp, .jxl, .jp2: .photo
    case .dng, .nef, .cr2, .cr3, .crw, .arw, .pef, .srw, .raf, .orf, .rw2, .mrw, .x3f: .photo
    case .mp4, .mov, .m4v, .threeGP, .mkv, .webm, .avi, .mpeg, .mpegts, .wmv, .flv, .ogv: .film
    }
  }
}
