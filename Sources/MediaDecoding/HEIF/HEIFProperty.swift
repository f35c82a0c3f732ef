// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// A property that items share by its number.
enum HEIFProperty {
  case size(PixelSize)
  /// Configuration record of the decoder, `hvcC` or `av1C`: a range of the file.
  case configuration(Range<Int>)
  case profile(Range<Int>)
  /// Code points of H.273: primaries, transfer, matrix, and whether the full range is used.
  case coding(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool)
  /// Quarter turns to the left.
  case rotation(Int)
  /// Exchanges left and right, or top and bottom.
  case mirror(leftAndRight: Bool)
  case aperture(CleanAperture)
  /// What an auxiliary picture is: the range of its URN.
  case auxiliary(Range<Int>)
  case other

  init(_ type: FourCC, _ content: BoxReader) {
    var reader = content
    self = Self.read(type, &reader) ?? .other
  }

  private static func read(_ type: FourCC, _ reader: inout BoxReader) -> HEIFProperty? {
    switch type {
    case "ispe":
      guard reader.fullBox() != nil, let width = reader.integer(4), let height = reader.integer(4) else { return nil }
      return PixelSize(width: width, height: height).map { .size($0) }
    case "hvcC", "av1C":
      return .configuration(reader.rest)
    case "colr":
      return colour(&reader)
    case "irot":
      return reader.integer(1).map { .rotation($0 & 3) }
    case "imir":
      return reader.integer(1).map { .mirror(leftAndRight: $0 & 1 == 1) }
    case "clap":
      return CleanAperture(&reader).map { .aperture($0) }
    case "auxC":
      return reader.fullBox() == nil ? nil : .auxiliary(reader.rest)
    default:
      return nil
    }
  }

  private static func colour(_ reader: inout BoxReader) -> HEIFProperty? {
    switch reader.type() {
    case "prof", "rICC":
      return .profile(reader.rest)
    case "nclx":
      guard let primaries = reader.integer(2), let transfer = reader.integer(2), let matrix = reader.integer(2),
        let range = reader.integer(1)
      else { return nil }
      return .coding(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range & 0x80 != 0)
    default:
      return nil
    }
  }
}
