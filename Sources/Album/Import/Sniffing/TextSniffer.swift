// Agony
// SPDX-License-Identifier: Apache-2.0

/// Names what is certainly no photo or film, so that a person can be told.
enum TextSniffer {
  static func refusal(_ prefix: Prefix) -> Refusal {
    if prefix.contains("%PDF-", within: 0..<1024) { return .pdf }  // readers allow something before it
    guard let text = decoded(prefix.bytes) else {
      return prefix.bytes.allSatisfy { $0 == 0 } ? .zeros : .unknown
    }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if start.hasPrefix("<") {
      if start.contains("<svg") { return .svg }
      if ["<!doctype html", "<html", "<head", "<body", "<script", "<meta", "<title", "<div"].contains(where: start.contains) {
        return .html
      }
      return start.hasPrefix("<?xml") || start.hasPrefix("<!") ? .xml : .text
    }
    if start.hasPrefix("{") || start.hasPrefix("[") { return .json }
    return .text
  }

  /// Nil if the bytes are no text: UTF-8, UTF-16 with its mark, or an eight-bit coding without control characters.
  private static func decoded(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let bigEndian = bytes[0] == 0xFE
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { i in
        bigEndian ? UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1]) : UInt16(bytes[i + 1]) << 8 | UInt16(bytes[i])
      }
      guard !units.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
      return String(decoding: units, as: UTF16.self)
    }
    let controls = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) || $0 == 0x7F }
    return controls ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
