// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// Brightness of a picture on a grid of square cells or not, as means over areas; 0–255.
struct Luminance {
  let size: PixelSize
  let values: [Float]

  /// Of RGB pixels, shrunk to `size` (no larger than they are).
  init(_ pixels: PixelBuffer, shrunkTo size: PixelSize) throws(NoPicture) {
    let small = try AreaScaler.scale(pixels, to: size)
    self.size = size
    values = (0..<size.pixelCount).map { index in
      let pixel = small.samples + index * 3
      return 0.299 * Float(pixel[0]) + 0.587 * Float(pixel[1]) + 0.114 * Float(pixel[2])
    }
  }

  var mean: Float { values.reduce(0, +) / Float(values.count) }

  var standardDeviation: Float {
    let mean = mean
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot()
  }
}
