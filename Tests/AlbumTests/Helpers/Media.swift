// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Files that begin as what they claim to be, with noise behind.
enum Media {
  static func jpeg(_ seed: UInt64, byteCount: Int = 3000) -> [UInt8] {
    filled([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10] + Array("JFIF".utf8), seed, byteCount)
  }

  static func film(_ seed: UInt64, byteCount: Int = 5000) -> [UInt8] {
    filled(box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isomavc1".utf8)), seed, byteCount)
  }

  /// One box of ISO 14496-12.
  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = 8 + content.count
    return [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)] + Array(type.utf8) + content
  }

  private static func filled(_ head: [UInt8], _ seed: UInt64, _ byteCount: Int) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    return head + random.bytes(byteCount - head.count)
  }
}
