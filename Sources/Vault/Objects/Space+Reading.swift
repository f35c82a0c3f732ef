// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

extension Space {
  private static let chunksAtOnce = 16

  /// A single `PartReader.read`.
  package func read(
    _ part: Part, at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, bypassingCache: Bool = false
  ) throws(VaultError) {
    guard bytes.count > 0 else { return }
    try makePartReader(part).read(at: offset, into: bytes, bypassingCache: bypassingCache)
  }

  func read(
    _ part: Part, with cipher: ChunkCipher, at offset: Int64, into bytes: UnsafeMutableRawBufferPointer,
    bypassingCache: Bool
  ) throws(VaultError) {
    precondition(offset >= 0 && offset + Int64(bytes.count) <= part.byteCount)
    guard bytes.count > 0 else { return }
    let buffer = BufferPool.shared.take()
    defer { BufferPool.shared.give(buffer) }
    let chunkByteCount = Int64(Part.chunkByteCount)
    let end = offset + Int64(bytes.count)
    var chunk = offset / chunkByteCount
    while chunk * chunkByteCount < end {
      let count = min(Int64(Space.chunksAtOnce), (end + chunkByteCount - 1) / chunkByteCount - chunk)
      try readSealed(part, chunks: chunk..<(chunk + count), into: buffer.bytes, direct: bypassingCache)
      for current in chunk..<(chunk + count) {
        let sealedOffset = Int(current - chunk) * Part.sealedChunkByteCount
        let plainCount = Int(min(chunkByteCount, part.byteCount - current * chunkByteCount))
        let sealed = UnsafeRawBufferPointer(
          rebasing: buffer.bytes[sealedOffset..<(sealedOffset + plainCount + Part.tagByteCount)])
        try open(cipher, part, current, sealed, offset: offset, into: bytes)
      }
      chunk += count
    }
  }

  /// Opens one chunk, straight into `bytes` if all of it is wanted.
  private func open(
    _ cipher: ChunkCipher, _ part: Part, _ chunk: Int64, _ sealed: UnsafeRawBufferPointer, offset: Int64,
    into bytes: UnsafeMutableRawBufferPointer
  ) throws(VaultError) {
    let start = chunk * Int64(Part.chunkByteCount)
    let plainCount = sealed.count - Part.tagByteCount
    let isLast = start + Int64(plainCount) == part.byteCount
    let from = max(offset, start)
    let to = min(offset + Int64(bytes.count), start + Int64(plainCount))
    do {
      if from == start, to == start + Int64(plainCount) {
        let place = Int(start - offset)..<Int(start - offset) + plainCount
        try cipher.open(
          chunk: chunk, isLast: isLast, sealed, into: UnsafeMutableRawBufferPointer(rebasing: bytes[place]))
      } else {
        try withUnsafeTemporaryAllocation(byteCount: Part.chunkByteCount, alignment: 64) {
          (plain) throws(CryptoError) in
          try cipher.open(
            chunk: chunk, isLast: isLast, sealed, into: UnsafeMutableRawBufferPointer(rebasing: plain[0..<plainCount]))
          UnsafeMutableRawBufferPointer(rebasing: bytes[Int(from - offset)..<Int(to - offset)])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: plain[Int(from - start)..<Int(to - start)]))
        }
      }
    } catch {
      throw .damaged(.object)
    }
  }

  private func readSealed(
    _ part: Part, chunks: Range<Int64>, into buffer: UnsafeMutableRawBufferPointer, direct: Bool
  ) throws(VaultError) {
    let pagesPerChunk = Part.sealedChunkByteCount / Space.pageByteCount
    let total = Part.pageCount(forByteCount: part.byteCount)
    let first = Int(chunks.lowerBound) * pagesPerChunk
    let count = min(Int(chunks.upperBound) * pagesPerChunk, total) - first
    var done = 0
    for run in PartSealer.slice(part.extents, from: first, count: count) {
      let range = done..<(done + run.pageCount * Space.pageByteCount)
      do {
        try file.read(
          room: room, page: run.start, into: UnsafeMutableRawBufferPointer(rebasing: buffer[range]), direct: direct)
      } catch .damaged {
        throw .damaged(.object)
      }
      done = range.upperBound
    }
    guard done == count * Space.pageByteCount else { throw .damaged(.object) }
  }
}
