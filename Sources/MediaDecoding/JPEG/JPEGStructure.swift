// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MediaWire

/// The markers of a JPEG file: what must be known before a decoder sees it.
struct JPEGStructure {
  private(set) var size: PixelSize?
  private(set) var isProgressive = false
  private(set) var componentCount = 0
  private(set) var scanCount = 0
  private(set) var profile: [UInt8]?

  /// Reads markers up to the first scan and counts the scans behind it.
  init(_ bytes: UnsafeRawBufferPointer) {
    var chunks: [(number: UInt8, bytes: Range<Int>)] = []
    var position = 2
    while position + 4 <= bytes.count {
      guard bytes[position] == 0xff else {
        position += 1
        continue
      }
      let marker = bytes[position + 1]
      if marker == 0xff || marker == 0 || (0xd0...0xd8).contains(marker) || marker == 0x01 {
        position += marker == 0xff ? 1 : 2
        continue
      }
      if marker == 0xd9 { break }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let start = position + 4
      let end = position + 2 + max(2, length)
      guard end <= bytes.count else { break }
      switch marker {
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        readFrame(marker, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      case 0xe2:
        if end - start > 14, bytes[start..<start + 12].elementsEqual(Self.profileMark) {
          chunks.append((bytes[start + 12], start + 14..<end))
        }
      case 0xda:
        countScans(in: UnsafeRawBufferPointer(rebasing: bytes[position...]))
        profile = Self.joined(chunks, bytes)
        return
      default: break
      }
      position = end
    }
    profile = Self.joined(chunks, bytes)
  }

  private static let profileMark = Array("ICC_PROFILE\0".utf8)

  private static func joined(_ chunks: [(number: UInt8, bytes: Range<Int>)], _ bytes: UnsafeRawBufferPointer)
    -> [UInt8]?
  {
    guard !chunks.isEmpty, chunks.reduce(0, { $0 + $1.bytes.count }) <= ColourTransform.profileByteLimit else {
      return nil
    }
    return chunks.sorted { $0.number < $1.number }.flatMap { bytes[$0.bytes] }
  }

  private mutating func readFrame(_ marker: UInt8, _ segment: UnsafeRawBufferPointer) {
    guard segment.count >= 6 else { return }
    size = PixelSize(
      width: Int(segment[3]) << 8 | Int(segment[4]), height: Int(segment[1]) << 8 | Int(segment[2]))
    componentCount = Int(segment[5])
    isProgressive = [0xc2, 0xc6, 0xca, 0xce].contains(marker)
  }

  private mutating func countScans(in bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var position = 0
    while position + 1 < bytes.count, let found = memchr(start + position, 0xff, bytes.count - 1 - position) {
      position = UnsafeRawPointer(found) - start + 1
      if bytes[position] == 0xda { scanCount += 1 }
    }
  }
}
