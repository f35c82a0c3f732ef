// Agony
// SPDX-License-Identifier: Apache-2.0

/// TIFF, and the sensor formats built on it. Reads the first directory where it lies within the prefix.
enum TIFFSniffer {
  static func format(_ prefix: Prefix) -> MediaFormat? {
    let bigEndian: Bool
    if prefix.has("II", at: 0) {
      bigEndian = false
    } else if prefix.has("MM", at: 0) {
      bigEndian = true
    } else {
      return nil
    }
    guard let version = prefix.integer(at: 2, byteCount: 2, bigEndian: bigEndian) else { return nil }
    switch version {
    case 0x4F52, 0x5352: return .orf  // "RO", "RS"
    case 0x55: return bigEndian ? nil : .rw2
    case 43: return prefix.integer(at: 4, byteCount: 2, bigEndian: bigEndian) == 8 ? .tiff : nil  // BigTIFF
    case 42: break
    default: return nil
    }
    guard let directory = prefix.integer(at: 4, byteCount: 4, bigEndian: bigEndian), directory >= 8 else { return nil }
    if prefix.has([0x43, 0x52, 0x02], at: 8) { return .cr2 }
    return Directory(prefix, at: Int(directory), bigEndian: bigEndian).format
  }

  /// What the first directory tells of the maker.
  private struct Directory {
    private var isDNG = false
    private var make = ""
    /// A preview in the first directory and the picture elsewhere, or a maker's own compression: no plain TIFF.
    private var isRaw = false

    init(_ prefix: Prefix, at offset: Int, bigEndian: Bool) {
      guard let count = prefix.integer(at: offset, byteCount: 2, bigEndian: bigEndian) else { return }
      for i in 0..<Int(count) {
        let entry = offset + 2 + 12 * i
        guard
          let tag = prefix.integer(at: entry, byteCount: 2, bigEndian: bigEndian),
          let valueCount = prefix.integer(at: entry + 4, byteCount: 4, bigEndian: bigEndian),
          let value = prefix.integer(at: entry + 8, byteCount: 4, bigEndian: bigEndian),
          let short = prefix.integer(at: entry + 8, byteCount: 2, bigEndian: bigEndian)
        else { return }
        switch tag {
        case 0x00FE: isRaw = isRaw || value == 1
        case 0x0103: isRaw = isRaw || [32767, 32769, 32770, 34713, 65535].contains(short)
        case 0x010F: make = Directory.text(prefix, at: valueCount > 4 ? Int(value) : entry + 8, count: Int(valueCount))
        case 0x014A: isRaw = true
        case 0xC612: isDNG = true
        default: break
        }
      }
    }

    var format: MediaFormat {
      if isDNG { return .dng }
      guard isRaw else { return .tiff }
      if make.hasPrefix("NIKON") { return .nef }
      if make.hasPrefix("SONY") { return .arw }
      if make.hasPrefix("PENTAX") || make.hasPrefix("RICOH") { return .pef }
      if make.hasPrefix("SAMSUNG") { return .srw }
      return .tiff
    }

    private static func text(_ prefix: Prefix, at offset: Int, count: Int) -> String {
      let characters = (0..<min(count, 16)).compactMap { prefix[offset + $0] }
      return String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self).uppercased()
    }
  }
}
