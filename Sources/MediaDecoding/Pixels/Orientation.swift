// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// How stored pixels are turned to be seen upright: the eight values of EXIF's orientation.
package enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  case transposed
  case turnedRight
  case transversed
  case turnedLeft

  /// Width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  func seen(_ size: PixelSize) -> PixelSize {
    swapsSides ? size.turned : size
  }

  /// The orientation of pixels turned by `self` first and by `next` then.
  func followed(by next: Orientation) -> Orientation {
    let product = next.matrix * matrix
    return Self.allCases.first { $0.matrix == product } ?? .upright
  }

  /// Stored to seen coordinates, x to the right and y down.
  var matrix: TurnMatrix {
    switch self {
    case .upright: TurnMatrix(1, 0, 0, 1)
    case .mirrored: TurnMatrix(-1, 0, 0, 1)
    case .upsideDown: TurnMatrix(-1, 0, 0, -1)
    case .mirroredUpsideDown: TurnMatrix(1, 0, 0, -1)
    case .transposed: TurnMatrix(0, 1, 1, 0)
    case .turnedRight: TurnMatrix(0, -1, 1, 0)
    case .transversed: TurnMatrix(0, -1, -1, 0)
    case .turnedLeft: TurnMatrix(0, 1, -1, 0)
    }
  }
}
