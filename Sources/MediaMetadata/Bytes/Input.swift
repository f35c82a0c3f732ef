// Agony
// SPDX-License-Identifier: Apache-2.0

/// A source with a small cache before it and a budget behind it.
final class Input {
  private static let blockByteCount = 16 << 10

  private struct Block {
    var offset: Int
    var bytes: [UInt8]
  }

  private let source: any ByteSource
  private let budget: Budget
  private var blocks: [Block] = []
  private var latest = 0
  private var oldest = 0
  let byteCount: Int
  /// Whether offsets are those of the file, and not of bytes that were put together from it.
  let isFile: Bool

  init(_ source: any ByteSource, budget: Budget, isFile: Bool) {
    self.source = source
    self.budget = budget
    self.isFile = isFile
    byteCount = max(0, source.byteCount)
  }

  /// Bytes put together from this file, read under the same budget.
  func assembled(_ bytes: [UInt8]) -> View {
    View(Input(ArraySource(bytes), budget: budget, isFile: false))
  }

  /// `offset` must be within the file; nil if the source does not give the byte.
  func byte(at offset: Int) -> UInt8? {
    guard budget.takeStep(), let block = block(holding: offset) else { return nil }
    let index = offset - blocks[block].offset
    return index < blocks[block].bytes.count ? blocks[block].bytes[index] : nil
  }

  /// An integer of 1 to 8 bytes that lies within the file.
  func integer(at offset: Int, byteCount count: Int, _ order: ByteOrder) -> UInt64? {
    guard budget.takeStep(), let block = block(holding: offset) else { return nil }
    let index = offset - blocks[block].offset
    var value: UInt64 = 0
    guard count <= blocks[block].bytes.count - index else {
      for i in 0..<count {
        guard let byte = byte(at: offset + (order == .big ? i : count - 1 - i)) else { return nil }
        value = value << 8 | UInt64(byte)
      }
      return value
    }
    for i in 0..<count {
      value = value << 8 | UInt64(blocks[block].bytes[index + (order == .big ? i : count - 1 - i)])
    }
    return value
  }

  /// A range that lies within the file; nil if the source does not give all of it.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard budget.takeStep(), budget.take(bytes: count) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, min(count, source.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))))
    }
    return bytes.count == count ? bytes : nil
  }

  private func block(holding offset: Int) -> Int? {
    if latest < blocks.count, isHeld(offset, by: blocks[latest]) { return latest }
    if let found = blocks.firstIndex(where: { isHeld(offset, by: $0) }) {
      latest = found
      return found
    }
    let start = offset - offset % Self.blockByteCount
    let count = min(Self.blockByteCount, byteCount - start)
    guard count > 0, let bytes = bytes(at: start, count: count) else { return nil }
    if blocks.count < 4 {
      blocks.append(Block(offset: start, bytes: bytes))
      latest = blocks.count - 1
    } else {
      blocks[oldest] = Block(offset: start, bytes: bytes)
      latest = oldest
      oldest = (oldest + 1) % blocks.count
    }
    return latest
  }

  private func isHeld(_ offset: Int, by block: Block) -> Bool {
    offset >= block.offset && offset - block.offset < block.bytes.count
  }
}
