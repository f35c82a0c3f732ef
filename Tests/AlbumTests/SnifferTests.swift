// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Album

@Suite("What the first bytes of a file say")
struct SnifferTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let verdict: Verdict

    init(_ name: String, _ bytes: [UInt8], _ format: MediaFormat) {
      self.init(name, bytes, .media(format))
    }

    init(_ name: String, _ bytes: [UInt8], _ verdict: Verdict) {
      self.name = name
      self.bytes = bytes
      self.verdict = verdict
    }

    var testDescription: String { name }
  }

  static func brands(_ major: String, _ compatible: String = "") -> [UInt8] {
    Media.box("ftyp", Array(major.utf8) + [0, 0, 0, 0] + Array(compatible.utf8)) + [UInt8](repeating: 1, count: 64)
  }

  static func riff(_ form: String) -> [UInt8] { Array("RIFF".utf8) + [4, 1, 0, 0] + Array(form.utf8) + [0, 0, 0, 0] }

  /// A little-endian TIFF whose first directory has these entries: tag, type, count, value.
  static func tiff(_ entries: [(UInt16, UInt16, UInt32, UInt32)] = [], text: String = "") -> [UInt8] {
    func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      (0..<T.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> T(8 * $0)) }
    }
    var bytes = Array("II".utf8) + little(UInt16(42)) + little(UInt32(8)) + little(UInt16(entries.count))
    for entry in entries { bytes += little(entry.0) + little(entry.1) + little(entry.2) + little(entry.3) }
    return bytes + little(UInt32(0)) + Array(text.utf8) + [0]
  }

  static func packets(first: Int, step: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xFF, count: 4096)
    for offset in stride(from: first, to: bytes.count, by: step) { bytes[offset] = 0x47 }
    return bytes
  }

  static let media: [Sample] = [
    Sample("JPEG", [0xFF, 0xD8, 0xFF, 0xE1], .jpeg),
    Sample("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    Sample("GIF", Array("GIF89a".utf8), .gif),
    Sample("WebP", riff("WEBP"), .webp),
    Sample("HEIC of an iPhone", brands("heic", "mif1MiHEheic"), .heic),
    Sample("HEIC under a general brand", brands("mif1", "mif1heicminiaf"), .heic),
    Sample("AVIF under a general brand", brands("mif1", "avifmiaf"), .avif),
    Sample("AVIF", brands("avif", "mif1miaf"), .avif),
    Sample("HEIF of an unknown coding", brands("mif1", "miaf"), .heif),
    Sample("HEIC sequence", brands("msf1", "hevcmif1"), .heic),
    Sample("TIFF", tiff(), .tiff),
    Sample("TIFF of the other order", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0], .tiff),
    Sample("BMP", Array("BM".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0], .bmp),
    Sample("JPEG XL", [0xFF, 0x0A, 0xFA], .jxl),
    Sample("JPEG XL in a container", [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jxl),
    Sample("DNG", tiff([(0x00FE, 4, 1, 1), (0xC612, 1, 4, 0x0401)]), .dng),
    Sample("NEF", tiff([(0x00FE, 4, 1, 1), (0x010F, 2, 18, 38)], text: "NIKON CORPORATION"), .nef),
    Sample("ARW", tiff([(0x00FE, 4, 1, 1), (0x010F, 2, 5, 38)], text: "SONY"), .arw),
    Sample("a TIFF that a Nikon program saved", tiff([(0x010F, 2, 18, 26)], text: "NIKON CORPORATION"), .tiff),
    Sample("CR2", [0x49, 0x49, 42, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0, 0, 0, 0, 0], .cr2),
    Sample("CR3", brands("crx ", "isom"), .cr3),
    Sample("RAF", Array("FUJIFILMCCD-RAW 0201".utf8), .raf),
    Sample("ORF", Array("IIRO".utf8) + [8, 0, 0, 0], .orf),
    Sample("RW2", [0x49, 0x49, 0x55, 0, 24, 0, 0, 0], .rw2),
    Sample("MP4", brands("isom", "isomiso2avc1mp41"), .mp4),
    Sample("MP4 of an unknown brand", brands("zzzz", "isom"), .mp4),
    Sample("QuickTime", brands("qt  "), .mov),
    Sample("QuickTime without brands", [0, 0, 0, 8] + Array("wide".utf8) + [0, 0, 0, 0], .mov),
    Sample("a film that begins with its data", [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 1, 0, 0, 0], .mov),
    Sample("M4V", brands("M4V ", "isom"), .m4v),
    Sample("3GP", brands("3gp5", "isom3gp5"), .threeGP),
    Sample("WebM", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8), .webm),
    Sample("Matroska", [0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x42, 0x82, 0x88] + Array("matroska".utf8), .mkv),
    Sample("AVI", riff("AVI "), .avi),
    Sample("MPEG programme stream", [0, 0, 1, 0xBA, 0x44], .mpeg),
    Sample("MPEG transport stream", packets(first: 0, step: 188), .mpegts),
    Sample("AVCHD", packets(first: 4, step: 192), .mpegts),
    Sample(
      "WMV", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C], .wmv),
  ]

  static let others: [Sample] = [
    Sample("SVG", Array("<?xml version=\"1.0\"?>\n<!-- a --><svg xmlns=\"x\"><script>".utf8), .refused(.svg)),
    Sample("log-in page", Array("\n <!DOCTYPE html><html><form>".utf8), .refused(.html)),
    Sample("page in capitals", Array("<HTML><HEAD>".utf8), .refused(.html)),
    Sample("page in UTF-16", [0xFF, 0xFE] + "<html>".utf16.flatMap { [UInt8($0), 0] }, .refused(.html)),
    Sample("JSON", Array("{\"error\":\"unauthorized\"}".utf8), .refused(.json)),
    Sample("XML", Array("<?xml version=\"1.0\"?><plist>".utf8), .refused(.xml)),
    Sample("sidecar", Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>".utf8), .refused(.xml)),
    Sample("PDF", Array("%PDF-1.7".utf8), .refused(.pdf)),
    Sample("PDF behind something else", Array("x\r\n%PDF-1.4".utf8), .refused(.pdf)),
    Sample("ZIP", [0x50, 0x4B, 3, 4, 20, 0], .refused(.zip)),
    Sample("gzip", [0x1F, 0x8B, 8, 0], .refused(.archive)),
    Sample("ELF", [0x7F, 0x45, 0x4C, 0x46, 2], .refused(.executable)),
    Sample("script", Array("#!/bin/sh\n".utf8), .refused(.script)),
    Sample("Photoshop", Array("8BPS".utf8) + [0, 1], .refused(.psd)),
    Sample("song", brands("M4A ", "isommp42"), .refused(.audio)),
    Sample("WAV", riff("WAVE"), .refused(.audio)),
    Sample("text", Array("The free press\n".utf8), .refused(.text)),
    Sample("text in Latin-1", [0x63, 0x61, 0x66, 0xE9], .refused(.text)),
    Sample("database", Array("SQLite format 3".utf8) + [0], .refused(.database)),
    Sample("zeros", [UInt8](repeating: 0, count: 4096), .refused(.zeros)),
    Sample("noise", [0x93, 0x01, 0x00, 0xF2, 0x11], .refused(.unknown)),
    Sample("AppleDouble", [0, 5, 0x16, 7, 0, 2], .refused(.appleDouble)),
    Sample("nothing", [], .refused(.zeros)),
  ]

  @Test("Photos and films are known by their bytes", arguments: media)
  func accepts(_ sample: Sample) {
    #expect(Sniffer.verdict(prefix: sample.bytes, byteCount: 1 << 30) == sample.verdict)
  }

  @Test("Everything else is refused with what it is", arguments: others)
  func refuses(_ sample: Sample) {
    #expect(Sniffer.verdict(prefix: sample.bytes, byteCount: Int64(sample.bytes.count)) == sample.verdict)
  }

  @Test("No bytes, however cut or altered, are read past their end", arguments: 0..<8)
  func survivesAnything(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for sample in SnifferTests.media + SnifferTests.others {
      for count in 0...min(sample.bytes.count, 80) {
        _ = Sniffer.verdict(prefix: Array(sample.bytes[..<count]), byteCount: Int64(count))
      }
      guard !sample.bytes.isEmpty else { continue }
      for _ in 0..<50 {
        var bytes = sample.bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: 0..<min(bytes.count, 64), using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = Sniffer.verdict(prefix: bytes, byteCount: Int64(bytes.count))
      }
    }
  }

  @Test("A film is one whatever the name of its first box promises and however short the copy is")
  func acceptsCutFilms() {
    let film = [0x7F, 0xFF, 0xFF, 0xFF] + Array("mdat".utf8) + [UInt8](repeating: 3, count: 100)
    #expect(Sniffer.verdict(prefix: film, byteCount: 108) == .refused(.unknown))
    let cut = [0x10, 0, 0, 0] + Array("mdat".utf8) + [UInt8](repeating: 3, count: 100)
    #expect(Sniffer.verdict(prefix: cut, byteCount: 108) == .media(.mov))
  }
}
