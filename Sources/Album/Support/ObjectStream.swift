// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Vault

/// Reads a stored object from start to end, and hashes it on a second thread meanwhile.
///
/// Keeps its buffers for the next object: one a thread. Three blocks of about 1 MiB.
final class ObjectStream {
  /// Sixteen chunks: each is opened straight into the block.
  static let blockByteCount = 16 * Part.chunkByteCount
  private static let depth = 3

  private let space: Space
  private let queue = DispatchQueue(label: "agony.hash")
  private let buffers: [UnsafeMutableRawBufferPointer]

  init(space: Space) {
    self.space = space
    buffers = (0..<ObjectStream.depth).map { _ in
      .allocate(byteCount: ObjectStream.blockByteCount, alignment: Space.pageByteCount)
    }
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
  }

  /// Hands every byte in order to `body`, in blocks lent for the call; returns the SHA-256 of them all.
  ///
  /// Throws what reading throws, as `.damaged(.object)`, or what `body` does; what was handed in until then is sound.
  func read(
    _ parts: [Part], bypassingCache: Bool = false, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [UInt8] {
    let hash = SharedHash()
    let free = DispatchSemaphore(value: ObjectStream.depth)
    var block = 0
    // Nothing of this call may be under way when it ends: the buffers go to the next.
    defer { queue.sync {} }
    for part in parts {
      var offset: Int64 = 0
      while offset < part.byteCount {
        // The queue gives them back in order: this one is free when that many are.
        free.wait()
        defer { block += 1 }
        let count = Int(min(Int64(ObjectStream.blockByteCount), part.byteCount - offset))
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffers[block % ObjectStream.depth][0..<count])
        do {
          try space.read(part, at: offset, into: buffer, bypassingCache: bypassingCache)
        } catch {
          free.signal()
          throw error
        }
        let lent = LentBytes(UnsafeRawBufferPointer(buffer))
        queue.async {
          hash.update(lent.bytes)
          free.signal()
        }
        try body(lent.bytes)
        offset += Int64(count)
      }
    }
    return queue.sync { hash.finish() }
  }

  // Safe to share: touched only on the serial queue.
  private final class SharedHash: @unchecked Sendable {
    private let hash = ContentHash()
    func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }
    func finish() -> [UInt8] { hash.finish() }
  }

  // Safe to share: only read by both, and written again after the queue has given it back.
  private struct LentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
  }
}
