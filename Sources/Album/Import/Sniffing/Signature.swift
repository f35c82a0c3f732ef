// Agony
// SPDX-License-Identifier: Apache-2.0

/// Fixed bytes at fixed places that settle what a file is.
struct Signature {
  private let patterns: [(offset: Int, bytes: [UInt8])]
  let verdict: Verdict

  private init(_ verdict: Verdict, _ patterns: (offset: Int, bytes: [UInt8])...) {
    self.verdict = verdict
    self.patterns = patterns
  }

  private init(_ format: MediaFormat, _ text: StaticString) {
    self.init(.media(format), (0, Array(text)))
  }

  private init(_ refusal: Refusal, _ text: StaticString) {
    self.init(.refused(refusal), (0, Array(text)))
  }

  func matches(_ prefix: Prefix) -> Bool {
    patterns.allSatisfy { prefix.has($0.bytes, at: $0.offset) }
  }

  private static func riff(_ verdict: Verdict, _ form: StaticString) -> Signature {
    Signature(verdict, (0, Array("RIFF")), (8, Array(form)))
  }

  /// The first that matches holds.
  static let table: [Signature] = [
    Signature(.media(.jpeg), (0, [0xFF, 0xD8, 0xFF])),
    Signature(.media(.png), (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])),
    Signature(.gif, "GIF87a"),
    Signature(.gif, "GIF89a"),
    riff(.media(.webp), "WEBP"),
    riff(.media(.avi), "AVI "),
    riff(.refused(.audio), "WAVE"),
    Signature(.media(.jxl), (0, [0xFF, 0x0A])),
    Signature(.media(.jxl), (0, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])),
    Signature(.media(.jp2), (0, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])),
    Signature(.raf, "FUJIFILMCCD-RAW"),
    Signature(.x3f, "FOVb"),
    Signature(.media(.mrw), (0, [0x00, 0x4D, 0x52, 0x4D])),
    Signature(.media(.crw), (0, Array("II")), (6, Array("HEAPCCDR"))),
    Signature(
      .media(.wmv),
      (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C])),
    Signature(.media(.mpeg), (0, [0x00, 0x00, 0x01, 0xBA])),
    Signature(.media(.mpeg), (0, [0x00, 0x00, 0x01, 0xB3])),
    Signature(.media(.flv), (0, [0x46, 0x4C, 0x56, 0x01])),

    Signature(.psd, "8BPS"),
    Signature(.pdf, "%PDF-"),
    Signature(.refused(.zip), (0, [0x50, 0x4B, 0x03, 0x04])),
    Signature(.refused(.zip), (0, [0x50, 0x4B, 0x05, 0x06])),
    Signature(.refused(.archive), (0, [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07])),
    Signature(.refused(.archive), (0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])),
    Signature(.refused(.archive), (0, [0x1F, 0x8B])),
    Signature(.refused(.archive), (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])),
    Signature(.refused(.archive), (0, [0x28, 0xB5, 0x2F, 0xFD])),
    Signature(.refused(.archive), (0, Array("BZh")), (4, [0x31, 0x41, 0x59, 0x26])),
    Signature(.refused(.archive), (257, Array("ustar"))),
    Signature(.refused(.executable), (0, [0x7F, 0x45, 0x4C, 0x46])),
    Signature(.refused(.executable), (0, [0xCF, 0xFA, 0xED, 0xFE])),
    Signature(.refused(.executable), (0, [0xCA, 0xFE, 0xBA, 0xBE])),
    Signature(.refused(.appleDouble), (0, [0x00, 0x05, 0x16, 0x07])),
    Signature(.database, "SQLite format 3"),
    Signature(.script, "#!"),
    Signature(.audio, "ID3"),
    Signature(.audio, "fLaC"),
  ]
}

extension Array where Element == UInt8 {
  fileprivate init(_ text: StaticString) {
    self = text.withUTF8Buffer { Array($0) }
  }
}
