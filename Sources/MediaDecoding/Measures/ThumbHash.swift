// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MediaWire

/// ThumbHash, a blur of a picture in at most 25 bytes: few coefficients of a cosine transform of brightness, yellow–blue,
/// red–green and opacity. Specified at https://evanw.github.io/thumbhash/.
enum ThumbHash {
  private static let longSide = 100

  /// One channel: its mean, its coefficients in order, and the largest of them.
  private struct Channel {
    var constant: Double
    var coefficients: [Double]
    var scale: Double
  }

  /// `pixels` are RGB or RGBA in sRGB.
  static func of(_ pixels: PixelBuffer) throws(NoPicture) -> [UInt8] {
    let small = try AreaScaler.scale(pixels, to: pixels.size.fitted(longSide: longSide))
    return encode(small)
  }

  /// Of at most 100 × 100 pixels.
  static func encode(_ pixels: PixelBuffer) -> [UInt8] {
    let (width, height) = (pixels.size.width, pixels.size.height)
    let planes = channels(of: pixels)
    let hasOpacity = planes.hasOpacity
    let limit: Double = hasOpacity ? 5 : 7
    let longest = Double(max(width, height))
    let across = max(1, Int((limit * Double(width) / longest).rounded()))
    let down = max(1, Int((limit * Double(height) / longest).rounded()))
    let brightness = transform(planes.brightness, width, height, max(3, across), max(3, down))
    let yellowBlue = transform(planes.yellowBlue, width, height, 3, 3)
    let redGreen = transform(planes.redGreen, width, height, 3, 3)
    let opacity = hasOpacity ? transform(planes.opacity, width, height, 5, 5) : nil

    let isLandscape = width > height
    let opening =
      UInt32((63 * brightness.constant).rounded())
      | UInt32((31.5 + 31.5 * yellowBlue.constant).rounded()) << 6
      | UInt32((31.5 + 31.5 * redGreen.constant).rounded()) << 12
      | UInt32((31 * brightness.scale).rounded()) << 18
      | (hasOpacity ? 1 << 23 : 0)
    let shape =
      UInt32(isLandscape ? down : across) | UInt32((63 * yellowBlue.scale).rounded()) << 3
      | UInt32((63 * redGreen.scale).rounded()) << 9 | (isLandscape ? 1 << 15 : 0)
    var hash = [opening, opening >> 8, opening >> 16, shape, shape >> 8].map { UInt8($0 & 0xff) }
    if let opacity {
      hash.append(UInt8((15 * opacity.constant).rounded()) | UInt8((15 * opacity.scale).rounded()) << 4)
    }
    append([brightness, yellowBlue, redGreen] + (opacity.map { [$0] } ?? []), to: &hash)
    return hash
  }

  /// Four bits a coefficient, the lower half of a byte first.
  private static func append(_ channels: [Channel], to hash: inout [UInt8]) {
    var isUpper = false
    for channel in channels {
      for value in channel.coefficients {
        let level = UInt8((15 * value).rounded())
        if isUpper { hash[hash.count - 1] |= level << 4 } else { hash.append(level) }
        isUpper.toggle()
      }
    }
  }

  private struct Planes {
    var brightness: [Double] = []
    var yellowBlue: [Double] = []
    var redGreen: [Double] = []
    var opacity: [Double] = []
    var hasOpacity = false
  }

  /// Translucent pixels lie on the picture's mean colour.
  private static func channels(of pixels: PixelBuffer) -> Planes {
    let count = pixels.size.pixelCount
    let step = pixels.layout.samplesPerPixel
    func colour(_ index: Int) -> (Double, Double, Double, Double) {
      let pixel = pixels.samples + index * step
      return (
        Double(pixel[0]) / 255, Double(pixel[1]) / 255, Double(pixel[2]) / 255, step == 4 ? Double(pixel[3]) / 255 : 1
      )
    }
    var mean: (Double, Double, Double, Double) = (0, 0, 0, 0)
    for index in 0..<count {
      let (red, green, blue, opacity) = colour(index)
      mean = (mean.0 + opacity * red, mean.1 + opacity * green, mean.2 + opacity * blue, mean.3 + opacity)
    }
    if mean.3 > 0 { mean = (mean.0 / mean.3, mean.1 / mean.3, mean.2 / mean.3, mean.3) }
    var planes = Planes()
    planes.hasOpacity = mean.3 < Double(count)
    for index in 0..<count {
      let (red, green, blue, opacity) = colour(index)
      let seen = (
        mean.0 * (1 - opacity) + opacity * red, mean.1 * (1 - opacity) + opacity * green,
        mean.2 * (1 - opacity) + opacity * blue
      )
      planes.brightness.append((seen.0 + seen.1 + seen.2) / 3)
      planes.yellowBlue.append((seen.0 + seen.1) / 2 - seen.2)
      planes.redGreen.append(seen.0 - seen.1)
      planes.opacity.append(opacity)
    }
    return planes
  }

  private static func transform(_ plane: [Double], _ width: Int, _ height: Int, _ across: Int, _ down: Int) -> Channel {
    var channel = Channel(constant: 0, coefficients: [], scale: 0)
    let columns = (0..<across).map { frequency in
      (0..<width).map { cos(Double.pi / Double(width) * Double(frequency) * (Double($0) + 0.5)) }
    }
    for vertical in 0..<down {
      let rowFactors = (0..<height).map { cos(Double.pi / Double(height) * Double(vertical) * (Double($0) + 0.5)) }
      var horizontal = 0
      while horizontal * down < across * (down - vertical) {
        var sum: Double = 0
        for y in 0..<height {
          var rowSum: Double = 0
          for x in 0..<width { rowSum += plane[y * width + x] * columns[horizontal][x] }
          sum += rowSum * rowFactors[y]
        }
        sum /= Double(width * height)
        if horizontal > 0 || vertical > 0 {
          channel.coefficients.append(sum)
          channel.scale = max(channel.scale, abs(sum))
        } else {
          channel.constant = sum
        }
        horizontal += 1
      }
    }
    if channel.scale > 0 {
      channel.coefficients = channel.coefficients.map { 0.5 + 0.5 / channel.scale * $0 }
    }
    return channel
  }
}
