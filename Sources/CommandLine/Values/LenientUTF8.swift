// Agony
// SPDX-License-Identifier: Apache-2.0

/// Bytes read as UTF-8, where whatever is not UTF-8 comes through byte by byte.
struct LenientUTF8: Sequence {
  enum Piece: Equatable {
    case scalar(Unicode.Scalar)
    case invalid(UInt8)
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func makeIterator() -> Iterator { Iterator(bytes: bytes) }

  struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    private var position = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Piece? {
      guard position < bytes.count else { return nil }
      let first = bytes[position]
      // The second byte's range rules out overlong forms, surrogates and what is past U+10FFFF.
      let (length, second): (Int, ClosedRange<UInt8>) =
        switch first {
        case 0x00...0x7f: (1, 0...0)
        case 0xc2...0xdf: (2, 0x80...0xbf)
        case 0xe0: (3, 0xa0...0xbf)
        case 0xed: (3, 0x80...0x9f)
        case 0xe1...0xef: (3, 0x80...0xbf)
        case 0xf0: (4, 0x90...0xbf)
        case 0xf1...0xf3: (4, 0x80...0xbf)
        case 0xf4: (4, 0x80...0x8f)
        default: (0, 0...0)
        }
      guard length > 0, position + length <= bytes.count else { return invalid() }
      var value = length == 1 ? UInt32(first) : UInt32(first) & (0x7f >> UInt32(length))
      for index in 1..<length {
        let byte = bytes[position + index]
        guard index == 1 ? second.contains(byte) : byte & 0xc0 == 0x80 else { return invalid() }
        value = value << 6 | UInt32(byte & 0x3f)
      }
      guard let scalar = Unicode.Scalar(value) else { return invalid() }
      position += length
      return .scalar(scalar)
    }

    private mutating func invalid() -> Piece {
      defer { position += 1 }
      return .invalid(bytes[position])
    }
  }
}
