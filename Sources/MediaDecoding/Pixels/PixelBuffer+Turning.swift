// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

extension PixelBuffer {
  /// The pixels as they are seen; `self` if that is how they lie already.
  func turned(_ orientation: Orientation) throws(NoPicture) -> PixelBuffer {
    guard orientation != .upright else { return self }
    let result = try PixelBuffer(size: orientation.seen(size), layout: layout)
    // Where a step to the right and a step down in the source lead in the result, in pixels.
    let matrix = orientation.matrix
    let width = result.size.width
    let stepRight = matrix.a + matrix.c * width
    let stepDown = matrix.b + matrix.d * width
    let startX = matrix.a + matrix.b < 0 ? result.size.width - 1 : 0
    let startY = matrix.c + matrix.d < 0 ? result.size.height - 1 : 0
    let start = startX + startY * width
    switch layout.samplesPerPixel {
    case 1: scatter(to: result, start, stepRight, stepDown, samplesPerPixel: 1)
    case 3: scatter(to: result, start, stepRight, stepDown, samplesPerPixel: 3)
    default: scatter(to: result, start, stepRight, stepDown, samplesPerPixel: 4)
    }
    return result
  }

  /// In squares that stay in the cache whichever way the pixels go.
  @inline(__always)
  private func scatter(
    to result: PixelBuffer, _ start: Int, _ stepRight: Int, _ stepDown: Int, samplesPerPixel: Int
  ) {
    let side = 32
    for top in stride(from: 0, to: size.height, by: side) {
      for left in stride(from: 0, to: size.width, by: side) {
        for y in top..<min(top + side, size.height) {
          var source = row(y) + left * samplesPerPixel
          var target = result.samples + (start + y * stepDown + left * stepRight) * samplesPerPixel
          for _ in left..<min(left + side, size.width) {
            for sample in 0..<samplesPerPixel { target[sample] = source[sample] }
            source += samplesPerPixel
            target += stepRight * samplesPerPixel
          }
        }
      }
    }
  }
}
