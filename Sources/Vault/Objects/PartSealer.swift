// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Dispatch
internal import Synchronization

/// The half of a `PartWriter` that seals buffers and writes them, on a queue of its own.
// Safe to share: all but `failure`, `slots` and the constants is touched only on `queue`, or after it has run dry.
final class PartSealer: @unchecked Sendable {
  /// Buffers that may be under way.
  static let depth = 3
  static let plainBufferByteCount = 16 * Part.chunkByteCount

  private let space: Space
  private let seed = Random.bytes(count: 32)
  private let cipher: ChunkCipher
  private let queue = DispatchQueue(label: "agony.part")
  private let slots = DispatchSemaphore(value: PartSealer.depth - 1)
  private let failure = Mutex<VaultError?>(nil)
  private var runs: [Extent]
  /// Pages of `runs` written so far.
  private var writtenPageCount = 0
  private var chunk: Int64 = 0

  init(space: Space, expectedByteCount: Int64) throws(VaultError) {
    self.space = space
    do {
      cipher = try ChunkCipher(key: space.keys.part(seed: seed), direction: .seal)
    } catch {
      throw .outOfMemory
    }
    runs = expectedByteCount > 0 ? try space.takeRuns(Part.pageCount(forByteCount: expectedByteCount)) : []
  }

  /// Waits until fewer than `depth` buffers are under way. The buffer must not change until `depth - 1` later submissions have returned.
  func submit(_ buffer: AlignedBuffer, byteCount: Int, isLast: Bool) throws(VaultError) {
    slots.wait()
    if let failure = failure.withLock({ $0 }) {
      slots.signal()
      throw failure
    }
    queue.async { [self] in
      defer { slots.signal() }
      guard failure.withLock({ $0 == nil }) else { return }
      do throws(VaultError) {
        try seal(UnsafeRawBufferPointer(rebasing: buffer.bytes[0..<byteCount]), isLast: isLast)
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  func finish(byteCount: Int64) throws(VaultError) -> Part {
    queue.sync {}
    if let failure = failure.withLock({ $0 }) { throw failure }
    let (kept, extra) = PartSealer.split(runs, at: writtenPageCount)
    space.giveBack(extra)
    runs = []
    return Part(seed: seed, byteCount: byteCount, extents: kept)
  }

  func cancel() {
    queue.sync {}
    space.giveBack(runs)
    runs = []
  }

  private func seal(_ plain: UnsafeRawBufferPointer, isLast: Bool) throws(VaultError) {
    let buffer = BufferPool.shared.take()
    defer { BufferPool.shared.give(buffer) }
    var sealedByteCount = 0
    var done = 0
    while done < plain.count {
      let count = min(Part.chunkByteCount, plain.count - done)
      let sealed = sealedByteCount..<(sealedByteCount + count + Part.tagByteCount)
      cipher.seal(
        chunk: chunk, isLast: isLast && done + count == plain.count,
        UnsafeRawBufferPointer(rebasing: plain[done..<(done + count)]),
        into: UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[sealed]))
      chunk += 1
      done += count
      sealedByteCount = sealed.upperBound
    }
    let page = VaultGeometry.pageByteCount
    let end = (sealedByteCount + page - 1) / page * page
    Random.fill(UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[sealedByteCount..<end]))
    try write(UnsafeRawBufferPointer(rebasing: buffer.bytes[0..<end]))
  }

  private func write(_ sealed: UnsafeRawBufferPointer) throws(VaultError) {
    guard space.isWritable else { throw .stopped }
    let pages = sealed.count / VaultGeometry.pageByteCount
    let missing = writtenPageCount + pages - runs.reduce(0) { $0 + $1.pageCount }
    // The source is longer than was expected, or nothing was: take room for this buffer, and somewhat more for a long stream.
    if missing > 0 { try takeMore(missing) }
    do throws(VaultError) {
      var done = 0
      for run in PartSealer.slice(runs, from: writtenPageCount, count: pages) {
        let range = done..<(done + run.pageCount * VaultGeometry.pageByteCount)
        try space.file.write(
          UnsafeRawBufferPointer(rebasing: sealed[range]), room: space.room, page: run.start, direct: true)
        done = range.upperBound
      }
    } catch {
      space.stop()
      throw error
    }
    writtenPageCount += pages
  }

  private func takeMore(_ missing: Int) throws(VaultError) {
    for run in try space.takeRuns(missing) {
      if let last = runs.last, last.start + last.pageCount == run.start {
        runs[runs.count - 1].pageCount += run.pageCount
      } else {
        runs.append(run)
      }
    }
  }

  /// Pages `from..<from + count` of the pages that `runs` name in order.
  static func slice(_ runs: [Extent], from: Int, count: Int) -> [Extent] {
    var result: [Extent] = []
    var position = 0
    for run in runs {
      let start = max(from, position)
      let end = min(from + count, position + run.pageCount)
      if start < end { result.append(Extent(start: run.start + start - position, pageCount: end - start)) }
      position += run.pageCount
      if position >= from + count { break }
    }
    return result
  }

  private static func split(_ runs: [Extent], at count: Int) -> (kept: [Extent], extra: [Extent]) {
    let total = runs.reduce(0) { $0 + $1.pageCount }
    return (slice(runs, from: 0, count: count), slice(runs, from: count, count: total - count))
  }
}
