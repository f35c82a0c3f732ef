// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

extension PixelBuffer {
  /// Whether any pixel lets something through.
  var isTranslucent: Bool {
    guard layout == .rgba else { return false }
    return (0..<size.pixelCount).contains { samples[$0 * 4 + 3] != 255 }
  }

  /// Multiplies opacity into the colours, so that means of pixels are means of what is seen.
  func multiplyOpacity() {
    guard layout == .rgba else { return }
    for index in 0..<size.pixelCount {
      let pixel = samples + index * 4
      let opacity = UInt32(pixel[3])
      guard opacity != 255 else { continue }
      for sample in 0..<3 { pixel[sample] = UInt8((UInt32(pixel[sample]) * opacity + 127) / 255) }
    }
  }

  /// Undoes `multiplyOpacity`.
  func divideOpacity() {
    guard layout == .rgba else { return }
    for index in 0..<size.pixelCount {
      let pixel = samples + index * 4
      let opacity = UInt32(pixel[3])
      guard opacity != 255, opacity != 0 else { continue }
      for sample in 0..<3 { pixel[sample] = UInt8(min(255, (UInt32(pixel[sample]) * 255 + opacity / 2) / opacity)) }
    }
  }

  /// Red, green and blue as seen on a white ground; grey made into three equal ones.
  func opaqueRGB() throws(NoPicture) -> PixelBuffer {
    switch layout {
    case .rgb: return self
    case .grey:
      let result = try PixelBuffer(size: size, layout: .rgb)
      for index in 0..<size.pixelCount {
        for sample in 0..<3 { result.samples[index * 3 + sample] = samples[index] }
      }
      return result
    case .rgba:
      let result = try PixelBuffer(size: size, layout: .rgb)
      for index in 0..<size.pixelCount {
        let opacity = UInt32(samples[index * 4 + 3])
        for sample in 0..<3 {
          let value = UInt32(samples[index * 4 + sample]) * opacity + 255 * (255 - opacity)
          result.samples[index * 3 + sample] = UInt8((value + 127) / 255)
        }
      }
      return result
    case .cmyk, .invertedCMYK:
      return try plainRGB()
    }
  }

  /// Ink turned into light without a profile: what is left of the paper's white.
  private func plainRGB() throws(NoPicture) -> PixelBuffer {
    let result = try PixelBuffer(size: size, layout: .rgb)
    let flip: UInt8 = layout == .cmyk ? 255 : 0
    for index in 0..<size.pixelCount {
      let pixel = samples + index * 4
      let black = UInt32(pixel[3] ^ flip)
      for sample in 0..<3 {
        result.samples[index * 3 + sample] = UInt8((UInt32(pixel[sample] ^ flip) * black + 127) / 255)
      }
    }
    return result
  }
}
