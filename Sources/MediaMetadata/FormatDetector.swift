// Agony
// SPDX-License-Identifier: Apache-2.0

/// Tells by content which reader a file is for.
enum FormatDetector {
  static func format(of file: View) -> FileFormat? {
    if file.u16(0) == 0xffd8, file[2] == 0xff { return .jpeg }
    if file.u32(0) == 0x8950_4e47, file.u32(4) == 0x0d0a_1a0a { return .png }
    if file.has("GIF87a") || file.has("GIF89a") { return .gif }
    if file.has("RIFF") { return file.has("WEBP", at: 8) ? .webp : file.has("AVI ", at: 8) ? .avi : nil }
    if file.u16(0) == 0xff0a { return .jxl }
    if file.u32(0) == 12, file.u32(8) == 0x0d0a_870a {
      return file.has("JXL ", at: 4) ? .jxl : file.has("jP  ", at: 4) ? .jp2 : nil
    }
    if file.has("FUJIFILMCCD-RAW") { return .raf }
    if file.has("FOVb") { return .x3f }
    if file.u32(0) == 0x004d_524d { return .mrw }
    if file.has("II"), file.has("HEAPCCDR", at: 6) { return .crw }
    if let format = boxFormat(file) { return format }
    if let tiff = TIFFFile(file) { return TIFFReader.format(of: tiff) }
    if file.u32(0) == 0x1a45_dfa3 { return MatroskaReader.isWebM(file) ? .webm : .mkv }
    if file.has("BM"), file.u32(6) == 0, let header = file.u32(14, .little), (12...124).contains(header) { return .bmp }
    return nil
  }

  private static func boxFormat(_ file: View) -> FileFormat? {
    guard let type = file.fourCC(4), let first = BoxWalk(file).first(where: { _ in true }) else { return nil }
    switch type {
    case "ftyp": return format(ofBrands: Brands.read(first.content))
    case "moov", "mdat", "wide", "free", "skip", "pnot": return .mov
    default: return nil
    }
  }

  private static func format(ofBrands brands: [FourCC]) -> FileFormat? {
    guard let major = brands.first else { return nil }
    if let format = format(ofBrand: major), format != .heif { return format }
    // "mif1" says only that it is HEIF; which coding stands among the others.
    for brand in brands.dropFirst() {
      if let format = format(ofBrand: brand), format != .heif, format != .mp4 { return format }
    }
    return brands.contains { format(ofBrand: $0) == .heif } ? .heif : .mp4
  }

  private static func format(ofBrand brand: FourCC) -> FileFormat? {
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
    case "avif", "avis": .avif
    case "mif1", "mif2", "msf1", "miaf", "jpeg", "jpgs", "avci", "avcs": .heif
    case "crx ": .cr3
    case "jxl ": .jxl
    case "jp2 ", "jpx ", "jph ": .jp2
    case "qt  ": .mov
    case "M4V ", "M4VH", "M4VP": .m4v
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "avc1": .mp4
    default: brand.text.hasPrefix("3g") || brand == "mmp4" ? .threeGP : nil
    }
  }
}
