// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import Vault

/// Reads stored objects from start to end; what is done with the bytes goes on meanwhile on a second thread.
///
/// Keeps its buffers for the next object. Used by one thread at a time. Three blocks of about 1 MiB.
final class ObjectStream {
  /// Sixteen chunks: each is opened straight into the block.
  private static let readByteCount = 16 * Part.chunkByteCount
  /// Blocks begin and end at multiples of this, but for the end of the object, and lie so in memory.
  static let alignment = Space.pageByteCount
  private static let depth = 3

  private let space: Space
  private let queue = DispatchQueue(label: "agony.object")
  private let buffers: [UnsafeMutableRawBufferPointer]

  init(space: Space) {
    self.space = space
    buffers = (0..<ObjectStream.depth).map { _ in
      .allocate(byteCount: ObjectStream.readByteCount + ObjectStream.alignment, alignment: ObjectStream.alignment)
    }
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
  }

  /// Hands every byte to `consume`, in order, in blocks lent for the call, on another thread but one call at a time.
  ///
  /// Throws what reading throws, as `.damaged(.object)`, or what `consume` does; blocks after that are not handed on. Nothing is under way
  /// when this returns.
  func read(
    _ parts: [Part], bypassingCache: Bool = false, _ consume: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try withoutActuallyEscaping(consume) { consume in
      let consumer = Consumer(consume)
      defer { queue.sync {} }  // the buffers go to the next, and `consume` to its owner
      try read(parts, bypassingCache: bypassingCache, into: consumer)
      queue.sync {}
      try consumer.check()
    }
  }

  private func read(_ parts: [Part], bypassingCache: Bool, into consumer: Consumer) throws {
    let free = DispatchSemaphore(value: ObjectStream.depth)
    var left = parts.reduce(0) { $0 + $1.byteCount }
    var number = 0
    // What is past the last multiple of the alignment waits for the next block.
    var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    for part in parts {
      let reader = try space.makePartReader(part)
      var offset: Int64 = 0
      while offset < part.byteCount {
        free.wait()  // they come back in order: the one that is needed next is free when any is
        defer { number += 1 }
        let buffer = buffers[number % ObjectStream.depth]
        let count = Int(min(Int64(ObjectStream.readByteCount), part.byteCount - offset))
        let carried = rest.count
        buffer.copyMemory(from: rest)
        do {
          try consumer.check()
          let place = UnsafeMutableRawBufferPointer(rebasing: buffer[carried..<carried + count])
          try reader.read(at: offset, into: place, bypassingCache: bypassingCache)
        } catch {
          free.signal()
          throw error
        }
        offset += Int64(count)
        left -= Int64(count)
        let filled = carried + count
        let end = left == 0 ? filled : filled / ObjectStream.alignment * ObjectStream.alignment
        rest = UnsafeRawBufferPointer(rebasing: buffer[end..<filled])
        let block = LentBytes(UnsafeRawBufferPointer(rebasing: buffer[0..<end]))
        queue.async {
          consumer.take(block.bytes)
          free.signal()
        }
      }
    }
  }

  // Safe to share: `body` is called on the serial queue alone, and its owner waits for the queue before it goes on.
  private final class Consumer: @unchecked Sendable {
    private let body: (UnsafeRawBufferPointer) throws -> Void
    private let failure = Mutex<(any Error)?>(nil)

    init(_ body: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.body = body }

    func take(_ bytes: UnsafeRawBufferPointer) {
      guard failure.withLock({ $0 == nil }), !bytes.isEmpty else { return }
      do {
        try body(bytes)
      } catch {
        failure.withLock { $0 = error }
      }
    }

    func check() throws {
      if let failure = failure.withLock({ $0 }) { throw failure }
    }
  }

  // Safe to share: read by both, and written again only after the queue has given the buffer back.
  private struct LentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
  }
}
