// Agony
// SPDX-License-Identifier: Apache-2.0

/// How a file is decoded, from its first bytes alone.
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

  /// Whether browsers show the file as it is.
  var isShownByBrowsers: Bool {
    switch self {
    case .jpeg, .png, .gif, .webp, .avif, .bmp: true
    case .heif, .tiff, .jxl, .raw, .film: false
    }
  }

  static let prefixByteCount = 4096

  /// Nil for everything that is not decoded.
  init?(prefix: [UInt8]) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      prefix.dropFirst(offset).starts(with: text.utf8)
    }
    func has(_ bytes: [UInt8]) -> Bool { prefix.starts(with: bytes) }
    if has([0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("RIFF"), has("AVI", at: 8) {
      self = .film("avi")
    } else if has("BM") {
      self = .bmp
    } else if has([0xff, 0x0a]) || has([0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]) {
      self = .jxl
    } else if has("FUJIFILMCCD-RAW") || has("IIU\0") || has("IIRO") || has("IIRS") || has("MMOR") || has("FOVb")
      || has("\0MRM")
    {
      self = .raw
    } else if has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+") {
      self = TIFFContent.isRaw(prefix) ? .raw : .tiff
    } else if has([0x1a, 0x45, 0xdf, 0xa3]) {
      self = .film("matroska")
    } else if has([0, 0, 1, 0xba]) {
      self = .film("mpeg")
    } else if has([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]) {
      self = .film("asf")
    } else if has("FLV\u{1}") {
      self = .film("flv")
    } else if has("OggS") {
      self = .film("ogg")
    } else if prefix.count > 376, prefix[0] == 0x47, prefix[188] == 0x47, prefix[376] == 0x47 {
      self = .film("mpegts")
    } else if let boxes = Self.boxes(prefix) {
      self = boxes
    } else {
      return nil
    }
  }

  private static func boxes(_ prefix: [UInt8]) -> MediaCoding? {
    guard prefix.count >= 12 else { return nil }
    let type = String(decoding: prefix[4..<8], as: UTF8.self)
    guard type == "ftyp" else {
      // Films older than brands begin with one of these.
      return ["moov", "mdat", "wide", "skip", "free", "pnot"].contains(type) ? .film("mov") : nil
    }
    let length = Int(prefix[0]) << 24 | Int(prefix[1]) << 16 | Int(prefix[2]) << 8 | Int(prefix[3])
    let brands = stride(from: 8, to: min(prefix.count - 3, max(12, length)), by: 4).map {
      String(decoding: prefix[$0..<$0 + 4], as: UTF8.self)
    }
    if brands.first == "crx " { return .raw }
    let stills: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "mif2", "avif", "miaf"]
    let brand: MediaCoding = brands.contains("avif") ? .avif : .heif
    let films: Set<String> = ["qt  ", "isom", "iso2", "mp41", "mp42", "msf1", "hevc", "avis"]
    if let first = brands.first, stills.contains(first) || first == "avis" || first == "hevc" || first == "msf1" {
      return stills.isDisjoint(with: brands) ? .film("mov") : brand
    }
    return brands.contains(where: stills.contains) && films.isDisjoint(with: brands) ? brand : .film("mov")
  }
}
