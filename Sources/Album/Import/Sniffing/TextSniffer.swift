// Agony
// SPDX-License-Identifier: Apache-2.0

/// Names what is certainly no photo or film, so that a person can be told.
enum TextSniffer {
  static func refusal(_ prefix: Prefix) -> Refusal {
    if prefix.contains("%PDF-", within: 0..<1024) { return .pdf }  // readers allow something before it
    if prefix.bytes.allSatisfy({ $0 == 0 }) { return .zeros }
    guard let text = decoded(prefix) else { return .unknown }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if start.hasPrefix("<") {
      if start.contains("<svg") { return .svg }
      if ["<!doctype html", "<html", "<head", "<body", "<script", "<meta", "<title", "<div"].contains(
        where: start.contains)
      {
        return .html
      }
      return ["<?", "<!", "<x:xmpmeta"].contains(where: start.hasPrefix) ? .xml : .text
    }
    if start.hasPrefix("{") || start.hasPrefix("[") { return .json }
    return .text
  }

  /// Nil if the bytes are no text: UTF-8, UTF-16 with its mark, or an eight-bit coding without control characters.
  private static func decoded(_ prefix: Prefix) -> String? {
    if prefix.has([0xFF, 0xFE], at: 0) { return decodedUTF16(prefix, bigEndian: false) }
    if prefix.has([0xFE, 0xFF], at: 0) { return decodedUTF16(prefix, bigEndian: true) }
    let isText = prefix.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || textControls.contains($0) }
    return isText ? String(decoding: prefix.bytes, as: UTF8.self) : nil
  }

  private static func decodedUTF16(_ prefix: Prefix, bigEndian: Bool) -> String? {
    var units: [UInt16] = []
    for offset in stride(from: 2, to: prefix.count, by: 2) {
      guard let unit = prefix.integer(at: offset, byteCount: 2, bigEndian: bigEndian) else { break }
      guard unit >= 0x20 || textControls.contains(UInt8(unit)) else { return nil }
      units.append(UInt16(unit))
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Tab, line feed, form feed, carriage return, escape.
  private static let textControls: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x1B]
}
