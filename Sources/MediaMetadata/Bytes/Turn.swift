// Agony
// SPDX-License-Identifier: Apache-2.0

/// One of the eight ways to lay a picture: x′ = xx·x + xy·y, y′ = yx·x + yy·y, with y downwards.
struct Turn: Equatable {
  var (xx, xy, yx, yy): (Int, Int, Int, Int)

  init(_ xx: Int, _ xy: Int, _ yx: Int, _ yy: Int) {
    (self.xx, self.xy, self.yx, self.yy) = (xx, xy, yx, yy)
  }

  static let upright = Turn(1, 0, 0, 1)
  static let leftRight = Turn(-1, 0, 0, 1)
  static let upsideDown = Turn(1, 0, 0, -1)
  static let quarterLeft = Turn(0, 1, -1, 0)

  /// First this, then `next`.
  func then(_ next: Turn) -> Turn {
    Turn(
      next.xx * xx + next.xy * yx, next.xx * xy + next.xy * yy,
      next.yx * xx + next.yy * yx, next.yx * xy + next.yy * yy)
  }

  /// By EXIF's numbers, 1–8; nil if this is none of them.
  var orientation: Int? {
    Self.all.firstIndex(of: self).map { $0 + 1 }
  }

  private static let all = [
    Turn(1, 0, 0, 1), Turn(-1, 0, 0, 1), Turn(-1, 0, 0, -1), Turn(1, 0, 0, -1),
    Turn(0, 1, 1, 0), Turn(0, -1, 1, 0), Turn(0, -1, -1, 0), Turn(0, 1, -1, 0),
  ]
}
