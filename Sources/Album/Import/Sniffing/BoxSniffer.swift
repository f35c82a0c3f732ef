// Agony
// SPDX-License-Identifier: Apache-2.0

/// Files made of boxes (ISO 14496-12, QuickTime): HEIF pictures, MP4 and QuickTime films.
enum BoxSniffer {
  static func verdict(_ prefix: Prefix, byteCount: Int64) -> Verdict? {
    guard let box = Box(prefix, at: 0, fileByteCount: byteCount) else { return nil }
    switch box.type {
    case "ftyp": return brandVerdict(prefix, box)
    case "moov", "mdat", "wide", "free", "skip", "pnot": return .media(.mov)  // QuickTime of before 'ftyp'
    default: return nil
    }
  }

  /// A box's head. Nil if its size cannot be: so a text that happens to say "free" in the right place is none.
  private struct Box {
    var type: String
    /// Past the last byte of the box; past the file's end if the box runs to it.
    var end: Int64

    init?(_ prefix: Prefix, at offset: Int, fileByteCount: Int64) {
      guard
        let size = prefix.integer(at: offset, byteCount: 4, bigEndian: true),
        let type = prefix.fourCharacters(at: offset + 4)
      else { return nil }
      switch size {
      case 0: end = fileByteCount
      case 1:
        guard let large = prefix.integer(at: offset + 8, byteCount: 8, bigEndian: true), large >= 16,
          large <= UInt64(Int64.max)
        else { return nil }
        end = Int64(large)
      case 8...: end = Int64(size)
      default: return nil
      }
      self.type = type
      // A film cut short while copying still begins as one; only its first box must be able to be true.
      guard type == "ftyp" || type == "mdat" || type == "moov" || end <= fileByteCount else { return nil }
      if type == "moov" || type == "mdat", end > fileByteCount, !Box.looksBinary(prefix, at: offset) { return nil }
    }

    /// No text begins with such a size.
    private static func looksBinary(_ prefix: Prefix, at offset: Int) -> Bool {
      prefix[offset].map { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) } ?? false
    }
  }

  private static func brandVerdict(_ prefix: Prefix, _ box: Box) -> Verdict {
    let end = Int(min(box.end, Int64(prefix.count)))
    guard end >= 12, let major = prefix.fourCharacters(at: 8) else { return .refused(.unknown) }
    var compatible: [String] = []
    for offset in stride(from: 16, through: end - 4, by: 4) {
      if let brand = prefix.fourCharacters(at: offset) { compatible.append(brand) }
    }
    // 'mif1' and 'msf1' say only "a HEIF file"; which coding it has stands among the compatible brands.
    if let verdict = verdict(ofBrand: major), verdict != .media(.heif) { return verdict }
    for brand in compatible {
      if let verdict = verdict(ofBrand: brand), verdict != .media(.heif), verdict != .media(.mp4) { return verdict }
    }
    if verdict(ofBrand: major) != nil || compatible.contains(where: { verdict(ofBrand: $0) == .media(.heif) }) {
      return .media(.heif)
    }
    return .media(.mp4)  // an unknown brand of the same family; kept rather than lost
  }

  private static func verdict(ofBrand brand: String) -> Verdict? {
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .media(.heic)
    case "avif", "avis": return .media(.avif)
    case "mif1", "mif2", "msf1", "miaf", "jpeg", "jpgs", "avci", "avcs": return .media(.heif)
    case "crx ": return .media(.cr3)
    case "jxl ": return .media(.jxl)
    case "jp2 ", "jpx ", "jph ": return .media(.jp2)
    case "qt  ": return .media(.mov)
    case "M4V ", "M4VH", "M4VP": return .media(.m4v)
    case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ", "aax ": return .refused(.audio)
    case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "avc1":
      return .media(.mp4)
    case "dash", "MSNV", "mp71", "XAVC", "f4v ", "F4V ", "NDSC", "NDSH", "NDSM", "NDSP": return .media(.mp4)
    default:
      return brand.hasPrefix("3g") || brand == "mmp4" ? .media(.threeGP) : nil
    }
  }
}
