// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// What is known of 32,768 pages of a room: one leaf of the free map, and what of it may not be used yet.
struct FreeMapLeaf {
  static let pageCount = 32_768
  private static let wordCount = pageCount / 64

  /// One bits: pages the next root uses.
  private(set) var used: [UInt64]
  /// One bits: free, but not to be written: taken by a writer, or in use by an older root that may still be needed.
  private(set) var blocked: [UInt64]

  init(filledWith bit: Bool) {
    used = [UInt64](repeating: bit ? .max : 0, count: FreeMapLeaf.wordCount)
    blocked = [UInt64](repeating: 0, count: FreeMapLeaf.wordCount)
  }

  init(page: UnsafeRawBufferPointer) {
    used = (0..<FreeMapLeaf.wordCount).map { page.uint64(at: $0 * 8) }
    blocked = [UInt64](repeating: 0, count: FreeMapLeaf.wordCount)
  }

  var isFull: Bool { used.allSatisfy { $0 == .max } }
  var isBlockedAnywhere: Bool { blocked.contains { $0 != 0 } }

  func isUsed(_ page: Int) -> Bool { used[page >> 6] >> (page & 63) & 1 == 1 }

  func encode() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    bytes.withMutableRawBytes { bytes in
      for (i, word) in used.enumerated() { bytes.set(word, at: i * 8) }
    }
    return bytes
  }

  mutating func setUsed(_ range: Range<Int>, _ bit: Bool) { FreeMapLeaf.set(&used, range, bit) }
  mutating func setBlocked(_ range: Range<Int>, _ bit: Bool) { FreeMapLeaf.set(&blocked, range, bit) }

  /// Blocks what `older` uses and this one does not; returns those runs.
  mutating func block(usedBy older: FreeMapLeaf) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for word in 0..<FreeMapLeaf.wordCount {
      var extra = older.used[word] & ~used[word]
      blocked[word] |= extra
      while extra != 0 {
        let start = word * 64 + extra.trailingZeroBitCount
        let length = (~(extra >> extra.trailingZeroBitCount)).trailingZeroBitCount
        if let last = runs.last, last.upperBound == start {
          runs[runs.count - 1] = last.lowerBound..<(start + length)
        } else {
          runs.append(start..<(start + length))
        }
        extra &= length + (start & 63) >= 64 ? 0 : UInt64.max << ((start & 63) + length)
      }
    }
    return runs
  }

  /// The first run of at least `minimum` free pages, cut at `maximum`, inside `range`.
  func firstFreeRun(in range: Range<Int>, minimum: Int, maximum: Int) -> Range<Int>? {
    var page = range.lowerBound
    while page < range.upperBound {
      guard let start = next(free: true, from: page, limit: range.upperBound) else { return nil }
      let end =
        next(free: false, from: start, limit: min(range.upperBound, start + maximum))
        ?? min(range.upperBound, start + maximum)
      if end - start >= minimum { return start..<end }
      page = end
    }
    return nil
  }

  private func next(free: Bool, from page: Int, limit: Int) -> Int? {
    var word = page >> 6
    var mask = UInt64.max << (page & 63)
    while word * 64 < limit {
      let taken = used[word] | blocked[word]
      let wanted = (free ? ~taken : taken) & mask
      if wanted != 0 {
        let found = word * 64 + wanted.trailingZeroBitCount
        return found < limit ? found : nil
      }
      word += 1
      mask = .max
    }
    return nil
  }

  private static func set(_ words: inout [UInt64], _ range: Range<Int>, _ bit: Bool) {
    var page = range.lowerBound
    while page < range.upperBound {
      let count = min(64 - page & 63, range.upperBound - page)
      let mask = (count == 64 ? UInt64.max : (1 << count) - 1) << (page & 63)
      if bit { words[page >> 6] |= mask } else { words[page >> 6] &= ~mask }
      page += count
    }
  }
}
