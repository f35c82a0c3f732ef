// Agony
// SPDX-License-Identifier: Apache-2.0

package struct FilmFacts: Sendable, Equatable {
  package var milliseconds: Int?
  /// Frames a second.
  package var frameRate: Double?
  /// As the container names it: "hvc1", "avc1", "V_VP9".
  package var videoCodec: String?
  package var audioCodec: String?

  package init() {}
}
