// Agony
// SPDX-License-Identifier: Apache-2.0

/// Places as text: "+37.3318-122.0312+010.0/", also with minutes and seconds run together.
enum ISO6709 {
  static func parsed(_ text: String) -> Location? {
    var parts: [[UInt8]] = []
    for byte in text.utf8.prefix(64) {
      if byte == 0x2b || byte == 0x2d {
        parts.append([byte])
      } else if Text.isDigit(byte) || byte == 0x2e {
        guard !parts.isEmpty else { return nil }
        parts[parts.count - 1].append(byte)
      } else {
        break
      }
    }
    guard parts.count >= 2, let latitude = degrees(parts[0], digits: 2), let longitude = degrees(parts[1], digits: 3)
    else { return nil }
    let altitude = parts.count > 2 ? Double(String(decoding: parts[2], as: UTF8.self)) : nil
    return Location(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  private static func degrees(_ part: [UInt8], digits: Int) -> Double? {
    let unsigned = part.dropFirst()
    let whole = unsigned.prefix { $0 != 0x2e }.count
    guard let value = Double(String(decoding: unsigned, as: UTF8.self)), value.isFinite else { return nil }
    let sign: Double = part[0] == 0x2d ? -1 : 1
    switch whole {
    case ...digits:
      return sign * value
    case digits + 2:
      let degrees = (value / 100).rounded(.down)
      return sign * (degrees + (value - degrees * 100) / 60)
    case digits + 4:
      let degrees = (value / 10_000).rounded(.down)
      let minutes = ((value - degrees * 10_000) / 100).rounded(.down)
      return sign * (degrees + minutes / 60 + (value - degrees * 10_000 - minutes * 100) / 3600)
    default:
      return nil
    }
  }
}
