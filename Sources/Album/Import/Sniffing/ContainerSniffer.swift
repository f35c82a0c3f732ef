// Agony
// SPDX-License-Identifier: Apache-2.0

/// Kinds that need more than fixed bytes: Matroska, Ogg, MPEG transport streams, Windows bitmaps and programs.
enum ContainerSniffer {
  static func verdict(_ prefix: Prefix) -> Verdict? {
    if prefix.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) { return matroska(prefix) }
    if prefix.has("OggS", at: 0) {
      return prefix.contains("theora", within: 28..<128) ? .media(.ogv) : .refused(.audio)
    }
    if isTransportStream(prefix) { return .media(.mpegts) }
    if isBitmap(prefix) { return .media(.bmp) }
    if prefix.has("MZ", at: 0), let header = prefix.integer(at: 60, byteCount: 4, bigEndian: false), header >= 64,
      prefix.contains("PE", within: 64..<prefix.count) || prefix.contains("program", within: 64..<prefix.count)
    {
      return .refused(.executable)
    }
    return nil
  }

  private static func matroska(_ prefix: Prefix) -> Verdict {
    if prefix.contains("webm", within: 4..<64) { return .media(.webm) }
    return prefix.contains("matroska", within: 4..<64) ? .media(.mkv) : .refused(.unknown)
  }

  /// Packets of 188 bytes, or of 192 with a time stamp before each, every one beginning with 0x47.
  private static func isTransportStream(_ prefix: Prefix) -> Bool {
    [(first: 0, step: 188), (first: 4, step: 192)].contains { layout in
      let packets = Array(stride(from: layout.first, to: prefix.count, by: layout.step))
      return packets.count >= 4 && packets.allSatisfy { prefix[$0] == 0x47 }
    }
  }

  private static func isBitmap(_ prefix: Prefix) -> Bool {
    guard prefix.has("BM", at: 0), prefix.integer(at: 6, byteCount: 4, bigEndian: false) == 0 else { return false }
    let header = prefix.integer(at: 14, byteCount: 4, bigEndian: false) ?? 0
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(header)
  }
}
