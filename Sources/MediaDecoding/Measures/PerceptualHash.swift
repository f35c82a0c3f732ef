// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MediaWire

/// The 64-bit DCT hash: 32 × 32 brightness, its cosine transform, and for each of the 64 lowest frequencies whether it is
/// above their median. Shots of the same scene differ in few bits.
enum PerceptualHash {
  private static let side = 32
  private static let kept = 8

  /// `pixels` are RGB.
  static func of(_ pixels: PixelBuffer) throws(NoPicture) -> UInt64 {
    let grid = try square(pixels)
    var rows = [Float](repeating: 0, count: kept * side)
    for y in 0..<side {
      for frequency in 0..<kept {
        rows[y * kept + frequency] = (0..<side).reduce(0) {
          $0 + grid[y * side + $1] * cosines[frequency * side + $1]
        }
      }
    }
    var coefficients = [Float](repeating: 0, count: kept * kept)
    for vertical in 0..<kept {
      for horizontal in 0..<kept {
        coefficients[vertical * kept + horizontal] = (0..<side).reduce(0) {
          $0 + rows[$1 * kept + horizontal] * cosines[vertical * side + $1]
        }
      }
    }
    // The first is the mean brightness, far above all others: it has no part in the median.
    let median = coefficients[1...].sorted()[(kept * kept - 1) / 2]
    return coefficients.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
  }

  /// Computes the table of cosines.
  static func warmUp() {
    precondition(cosines.count == kept * side)
  }

  private static let cosines: [Float] = (0..<kept * side).map { index in
    cos(Float.pi / Float(side) * (Float(index % side) + 0.5) * Float(index / side))
  }

  /// 32 × 32, whatever the picture's shape; of a picture smaller than that, pixels repeat.
  private static func square(_ pixels: PixelBuffer) throws(NoPicture) -> [Float] {
    guard let size = PixelSize(width: min(side, pixels.size.width), height: min(side, pixels.size.height)) else {
      throw .damaged
    }
    let luminance = try Luminance(pixels, shrunkTo: size)
    return (0..<side * side).map { index in
      luminance.values[index / side * size.height / side * size.width + index % side * size.width / side]
    }
  }
}
