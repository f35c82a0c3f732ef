// Agony
// SPDX-License-Identifier: Apache-2.0

/// A turn by quarters, mirrored or not: x' = a·x + b·y, y' = c·x + d·y.
struct TurnMatrix: Equatable, Sendable {
  var a: Int
  var b: Int
  var c: Int
  var d: Int

  init(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  static func * (left: TurnMatrix, right: TurnMatrix) -> TurnMatrix {
    TurnMatrix(
      left.a * right.a + left.b * right.c, left.a * right.b + left.b * right.d,
      left.c * right.a + left.d * right.c, left.c * right.b + left.d * right.d)
  }
}
