// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

extension HEIFItem {
  var size: PixelSize? {
    properties.lazy.compactMap { if case .size(let size) = $0 { size } else { nil } }.first
  }

  var configuration: Range<Int>? {
    properties.lazy.compactMap { if case .configuration(let range) = $0 { range } else { nil } }.first
  }

  var profile: Range<Int>? {
    properties.lazy.compactMap { if case .profile(let range) = $0 { range } else { nil } }.first
  }

  var coding: ColourCoding? {
    properties.lazy.compactMap { property -> ColourCoding? in
      guard case .coding(let primaries, let transfer, let matrix, let isFullRange) = property else { return nil }
      return ColourCoding(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    }.first
  }

  var aperture: CleanAperture? {
    properties.lazy.compactMap { if case .aperture(let aperture) = $0 { aperture } else { nil } }.first
  }

  /// Turns and mirrors in the order in which they are listed.
  var orientation: Orientation {
    properties.reduce(.upright) { orientation, property in
      switch property {
      case .rotation(let quarters):
        orientation.followed(by: [.upright, .turnedLeft, .upsideDown, .turnedRight][quarters & 3])
      case .mirror(let leftAndRight):
        orientation.followed(by: leftAndRight ? .mirrored : .mirroredUpsideDown)
      default: orientation
      }
    }
  }
}
