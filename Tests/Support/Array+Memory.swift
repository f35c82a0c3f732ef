// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Plain memory copies: tests run unoptimised, where copying byte by byte takes minutes.
extension [UInt8] {
  package func copy(_ range: Range<Int>, into bytes: UnsafeMutableRawBufferPointer) {
    withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  package mutating func overwrite(at offset: Int, with bytes: UnsafeRawBufferPointer) {
    withUnsafeMutableBytes { memory in
      UnsafeMutableRawBufferPointer(rebasing: memory[offset..<(offset + bytes.count)]).copyMemory(from: bytes)
    }
  }

  /// Whether a range holds the same bytes here and there.
  package func equals(_ other: [UInt8], in range: Range<Int>) -> Bool {
    guard range.upperBound <= count, range.upperBound <= other.count else { return false }
    return withUnsafeBytes { a in
      other.withUnsafeBytes { b in
        guard let left = a.baseAddress, let right = b.baseAddress else { return true }
        return memcmp(left + range.lowerBound, right + range.lowerBound, range.count) == 0
      }
    }
  }
}
