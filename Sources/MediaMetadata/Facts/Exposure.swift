// Agony
// SPDX-License-Identifier: Apache-2.0

package struct Exposure: Sendable, Equatable {
  /// Seconds.
  package var time: Double?
  package var fNumber: Double?
  package var iso: Int?
  /// Millimetres.
  package var focalLength: Double?
  /// As it would be on 35 mm film, millimetres.
  package var focalLength35: Int?

  package init() {}
}
