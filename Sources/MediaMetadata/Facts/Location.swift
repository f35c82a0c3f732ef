// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where a picture was taken, WGS 84. Never 0, 0: cameras write that when they do not know.
package struct Location: Sendable, Equatable {
  /// Degrees north, −90…90.
  package let latitude: Double
  /// Degrees east, −180…180.
  package let longitude: Double
  /// Metres above sea level.
  package let altitude: Double?

  /// Nil if this is no place, or the one in the Gulf of Guinea that means "unknown".
  package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    guard abs(latitude) > 1e-5 || abs(longitude) > 1e-5 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite && abs($0) < 100_000 ? $0 : nil }
  }
}
