// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata

/// How a file is decoded.
enum MediaCoding: Equatable {
  case jpeg
  case png
  case gif
  case webp
  case heif
  case avif
  case tiff
  case bmp
  case jxl
  case raw
  /// A film: libavformat's name of its container.
  case film(String)

  static let prefixByteCount = 512

  /// Whether browsers show the file as it is.
  var isShownByBrowsers: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp, .avif, .bmp: true
    case .heif, .tiff, .jxl, .raw, .film: false
    }
  }

  /// Nil for what is not decoded.
  init?(_ format: FileFormat) {
    switch format {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .gif: self = .gif
    case .webp: self = .webp
    case .heic, .heif: self = .heif
    case .avif: self = .avif
    case .tiff: self = .tiff
    case .bmp: self = .bmp
    case .jxl: self = .jxl
    case .jp2: return nil
    case .dng, .nef, .cr2, .cr3, .crw, .arw, .pef, .srw, .raf, .orf, .rw2, .mrw, .x3f: self = .raw
    case .mp4, .mov, .m4v, .threeGP: self = .film("mov")
    case .mkv, .webm: self = .film("matroska")
    case .avi: self = .film("avi")
    }
  }

  /// Older films, of which nothing but a poster is wanted, by their first bytes.
  init?(prefix: [UInt8]) {
    let marks: [([UInt8], String)] = [
      ([0, 0, 1, 0xba], "mpeg"), ([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11], "asf"),
      ([0x46, 0x4c, 0x56, 0x01], "flv"), (Array("OggS".utf8), "ogg"),
    ]
    if let mark = marks.first(where: { prefix.starts(with: $0.0) }) {
      self = .film(mark.1)
    } else if prefix.count > 376, [0, 188, 376].allSatisfy({ prefix[$0] == 0x47 }) {
      self = .film("mpegts")
    } else {
      return nil
    }
  }
}
