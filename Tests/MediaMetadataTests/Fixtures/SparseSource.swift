// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata

/// A head, a box of nothing that is gigabytes long, and a tail. Counts what is read.
final class SparseSource: ByteSource {
  private let head: [UInt8]
  private let gap: Int
  private let tail: [UInt8]
  private(set) var bytesRead = 0

  init(head: [UInt8], gap: Int, tail: [UInt8]) {
    // A box with a long size.
    self.head = head + Bytes.be32(1) + Bytes.text("mdat") + Bytes.big(gap + 16, 8)
    self.gap = gap
    self.tail = tail
  }

  var byteCount: Int { head.count + gap + tail.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, byteCount - offset)
    guard offset >= 0, count > 0 else { return 0 }
    bytesRead += count
    for i in 0..<count {
      let position = offset + i
      buffer[i] =
        position < head.count ? head[position] : position < head.count + gap ? 0 : tail[position - head.count - gap]
    }
    return count
  }
}
