// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// The part of a coded picture that is shown, as fractions around its centre.
struct CleanAperture {
  private let width: Double
  private let height: Double
  private let right: Double
  private let down: Double

  init?(_ reader: inout BoxReader) {
    var fractions: [Double] = []
    for _ in 0..<4 {
      guard let upper = reader.integer(4), let lower = reader.integer(4), lower != 0 else { return nil }
      // Offsets are signed.
      fractions.append(Double(Int32(truncatingIfNeeded: upper)) / Double(lower))
    }
    (width, height, right, down) = (fractions[0], fractions[1], fractions[2], fractions[3])
  }

  /// The picture's visible part; all of it if the aperture lies outside.
  func applied(to picture: DecodedPicture) throws(NoPicture) -> DecodedPicture {
    let full = picture.fullSize
    let left = (Double(full.width) - width) / 2 + right
    let top = (Double(full.height) - height) / 2 + down
    guard left > -1, top > -1, width >= 1, height >= 1, left + width < Double(full.width) + 1,
      top + height < Double(full.height) + 1, let visible = PixelSize(width: Int(width), height: Int(height))
    else { return picture }
    let scale = Double(picture.pixels.size.width) / Double(full.width)
    guard
      let part = PixelSize(
        width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
    else { return picture }
    var result = picture
    result.fullSize = visible
    result.pixels = try picture.pixels.cropped(
      to: part, column: Int((max(0, left) * scale).rounded()), row: Int((max(0, top) * scale).rounded()))
    return result
  }
}
