// Agony
// SPDX-License-Identifier: Apache-2.0

/// A run of pages of a room.
package struct Extent: Sendable, Equatable {
  /// Room page of the first page; never a reserved one.
  package var start: Int
  package var pageCount: Int

  package init(start: Int, pageCount: Int) {
    self.start = start
    self.pageCount = pageCount
  }
}

/// One sealed, immutable piece of an object; docs/format/vault-v1.md, section 8.
package struct Part: Sendable, Equatable {
  /// 32 random bytes from which, with the room's object key, the part's key is derived. No secret by itself.
  package let seed: [UInt8]
  /// Bytes of plain text, at least 1.
  package let byteCount: Int64
  package let extents: [Extent]

  package init(seed: [UInt8], byteCount: Int64, extents: [Extent]) {
    self.seed = seed
    self.byteCount = byteCount
    self.extents = extents
  }

  package static let encodedExtentByteCount = 10

  /// Reads a part's row of the index; throws `.damaged(.object)` if the values cannot be of a part.
  package init(seed: [UInt8], byteCount: Int64, encodedExtents: [UInt8]) throws(VaultError) {
    guard
      seed.count == 32, byteCount >= 1,
      encodedExtents.count > 0, encodedExtents.count % Part.encodedExtentByteCount == 0
    else { throw .damaged(.object) }
    var extents: [Extent] = []
    extents.reserveCapacity(encodedExtents.count / Part.encodedExtentByteCount)
    var total = 0
    for offset in stride(from: 0, to: encodedExtents.count, by: Part.encodedExtentByteCount) {
      var start = 0
      for i in 0..<6 { start |= Int(encodedExtents[offset + i]) << (8 * i) }
      var pageCount = 0
      for i in 0..<4 { pageCount |= Int(encodedExtents[offset + 6 + i]) << (8 * i) }
      guard pageCount > 0 else { throw .damaged(.object) }
      total += pageCount
      extents.append(Extent(start: start, pageCount: pageCount))
    }
    guard byteCount <= Int64.max / 2, total == Part.pageCount(forByteCount: byteCount) else { throw .damaged(.object) }
    self.init(seed: seed, byteCount: byteCount, extents: extents)
  }

  /// The extents as the index keeps them: start page in 6 bytes, number of pages in 4, little-endian.
  package var encodedExtents: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(extents.count * Part.encodedExtentByteCount)
    for extent in extents {
      for i in 0..<6 { bytes.append(UInt8(truncatingIfNeeded: extent.start >> (8 * i))) }
      for i in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: extent.pageCount >> (8 * i))) }
    }
    return bytes
  }

  /// Plain bytes in a chunk; with its 16-byte tag a full chunk is 16 pages exactly.
  package static let chunkByteCount = 65_520
  package static let sealedChunkByteCount = 65_536
  package static let tagByteCount = 16

  package static func chunkCount(forByteCount byteCount: Int64) -> Int64 {
    (byteCount + Int64(chunkByteCount) - 1) / Int64(chunkByteCount)
  }

  /// Pages that `byteCount` bytes take once sealed.
  package static func pageCount(forByteCount byteCount: Int64) -> Int {
    let sealed = byteCount + Int64(tagByteCount) * chunkCount(forByteCount: byteCount)
    return Int((sealed + Int64(Space.pageByteCount) - 1) / Int64(Space.pageByteCount))
  }
}
