// Agony
// SPDX-License-Identifier: Apache-2.0

/// The first bytes of a file. Every read is checked: past the end there is nothing, and nothing equals it.
struct Prefix {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  func has(_ text: StaticString, at offset: Int) -> Bool {
    text.withUTF8Buffer { has($0, at: offset) }
  }

  func has(_ pattern: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count, pattern.count <= count - offset else { return false }
    return bytes[offset..<offset + pattern.count].elementsEqual(pattern)
  }

  /// An integer of 1 to 8 bytes.
  func integer(at offset: Int, byteCount: Int, bigEndian: Bool) -> UInt64? {
    guard offset >= 0, offset <= count, byteCount <= count - offset else { return nil }
    var value: UInt64 = 0
    for i in 0..<byteCount {
      value = value << 8 | UInt64(bytes[offset + (bigEndian ? i : byteCount - 1 - i)])
    }
    return value
  }

  /// Four bytes, as Latin-1 text; nil past the end.
  func fourCharacters(at offset: Int) -> String? {
    guard offset >= 0, offset <= count, count - offset >= 4 else { return nil }
    return String(String.UnicodeScalarView(bytes[offset..<offset + 4].map { Unicode.Scalar($0) }))
  }

  func contains(_ text: StaticString, within range: Range<Int>) -> Bool {
    let end = min(range.upperBound, count - text.utf8CodeUnitCount + 1)
    guard range.lowerBound < end else { return false }
    return (range.lowerBound..<end).contains { has(text, at: $0) }
  }
}
