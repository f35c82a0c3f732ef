// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MediaWire

/// Decoded pixels, row after row without gaps.
final class PixelBuffer {
  /// Bytes behind the last row: libswscale writes past rows of odd width.
  private static let paddingByteCount = 256
  /// Most bytes that one buffer may have.
  static let byteLimit = 1 << 30

  let size: PixelSize
  let layout: PixelLayout
  let samples: UnsafeMutablePointer<UInt8>

  var rowByteCount: Int { size.width * layout.samplesPerPixel }
  var byteCount: Int { rowByteCount * size.height }

  /// Zeroed memory where it has not been used before, else undefined. Throws before anything is allocated.
  init(size: PixelSize, layout: PixelLayout) throws(NoPicture) {
    let byteCount = size.pixelCount * layout.samplesPerPixel
    guard byteCount <= Self.byteLimit else { throw .tooLarge }
    guard let memory = calloc(byteCount + Self.paddingByteCount, 1) else { throw .outOfMemory }
    if byteCount >= Self.largeByteCount { Self.useLargePages(memory, byteCount) }
    self.size = size
    self.layout = layout
    samples = memory.assumingMemoryBound(to: UInt8.self)
  }

  private static let largeByteCount = 4 << 20

  /// Each page that is touched first costs more than writing to it: larger ones are fewer. Asked for, not needed.
  private static func useLargePages(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) {
    let pageByteCount = 4096
    let start = memory.alignedUp(toMultipleOf: pageByteCount)
    _ = madvise(start, byteCount / pageByteCount * pageByteCount - pageByteCount, Int32(MADV_HUGEPAGE))
  }

  deinit {
    free(samples)
  }

  func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    samples + index * rowByteCount
  }
}
