// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Seals a stream of bytes into pages of the room, hashing it on the way; docs/format/vault-v1.md, section 8.
///
/// Used by one thread at a time; sealing and writing go on behind its back, four buffers of 1 MiB ahead at most. Nothing is durable before
/// the commit that adopts the part. End it with `finish` or `cancel`: both give back what it holds.
package final class PartWriter {
  private let sealer: PartSealer
  private let hash = SHA256()
  private let spare: [AlignedBuffer]
  private var next = 0
  /// Bytes in the current buffer.
  private var filled = 0
  private var isOver = false
  /// Bytes taken so far.
  package private(set) var byteCount: Int64 = 0

  init(space: Space, expectedByteCount: Int64) throws(VaultError) {
    sealer = try PartSealer(space: space, expectedByteCount: expectedByteCount)
    // One more than may be under way: a full one waits while the next is read into.
    spare = (0...PartSealer.depth).map { _ in BufferPool.shared.take() }
  }

  deinit {
    if !isOver { cancel() }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(VaultError) {
    var done = 0
    while done < bytes.count {
      done += try fill { (free) throws(VaultError) in
        let count = min(free.count, bytes.count - done)
        free.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[done..<(done + count)]))
        return count
      }
    }
  }

  /// Lets `read` put bytes, up to 1 MiB, straight where they are sealed from; it returns how many, 0 at the end of its source, and so does this.
  package func fill(_ read: (UnsafeMutableRawBufferPointer) throws(VaultError) -> Int) throws(VaultError) -> Int {
    precondition(!isOver)
    // A full buffer waits until more comes: the last chunk is sealed as the last, and only the end of the source tells which that is.
    let isFull = filled == PartSealer.plainBufferByteCount
    let buffer = spare[isFull ? (next + 1) % spare.count : next]
    let free = (isFull ? 0 : filled)..<PartSealer.plainBufferByteCount
    let count = try read(UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[free]))
    guard count > 0 else { return 0 }
    if isFull { try submit(isLast: false) }
    filled += count
    byteCount += Int64(count)
    return count
  }

  /// Ends the part. Its pages are written and belong to nobody until `Space.adopt`, or `Space.abandon`.
  package func finish() throws(VaultError) -> (part: Part, sha256: [UInt8]) {
    precondition(!isOver && byteCount > 0, "a part has at least one byte")
    do throws(VaultError) {
      try submit(isLast: true)
      let part = try sealer.finish(byteCount: byteCount)
      close()
      return (part, hash.finish())
    } catch {
      cancel()
      throw error
    }
  }

  package func cancel() {
    guard !isOver else { return }
    sealer.cancel()
    close()
  }

  private func submit(isLast: Bool) throws(VaultError) {
    let buffer = spare[next]
    try sealer.submit(buffer, byteCount: filled, isLast: isLast)
    // Only read here and by the sealer; the buffer comes round again after `depth` submissions, each of which waits for the one before.
    hash.update(UnsafeRawBufferPointer(rebasing: buffer.bytes[0..<filled]))
    next = (next + 1) % spare.count
    filled = 0
  }

  private func close() {
    isOver = true
    for buffer in spare { BufferPool.shared.give(buffer) }
  }
}

extension Space {
  /// `expectedByteCount`: taken from the room at once, so that what cannot fit fails before it is read; `.noRoom` then.
  package func makePartWriter(expectedByteCount: Int64) throws(VaultError) -> PartWriter {
    try PartWriter(space: self, expectedByteCount: expectedByteCount)
  }
}
