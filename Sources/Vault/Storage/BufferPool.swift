// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One page-aligned buffer of 1 MiB, fit for reading and writing past the page cache.
final class AlignedBuffer: Sendable {
  static let byteCount = 1 << 20

  // One owner at a time: BufferPool hands it out and takes it back.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  init() {
    bytes = .allocate(byteCount: AlignedBuffer.byteCount, alignment: VaultGeometry.pageByteCount)
  }

  deinit { bytes.deallocate() }
}

/// Keeps buffers for the next user, since touching fresh memory costs more than the cipher does.
final class BufferPool: Sendable {
  static let shared = BufferPool(capacity: 12)

  private let capacity: Int
  private let free = Mutex<[AlignedBuffer]>([])

  init(capacity: Int) { self.capacity = capacity }

  func take() -> AlignedBuffer {
    free.withLock { $0.popLast() } ?? AlignedBuffer()
  }

  func give(_ buffer: AlignedBuffer) {
    free.withLock { if $0.count < capacity { $0.append(buffer) } }
  }
}
