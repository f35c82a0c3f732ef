// Agony
// SPDX-License-Identifier: Apache-2.0

/// Lengths of time in words.
enum PlainDuration {
  /// `under 1 s`, `8 s`, `1 min 5 s`, `2 h 40 min`, `3 d 4 h`.
  static func describe(seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "a long time" }
    let whole = Int(seconds.rounded())
    switch whole {
    case 0: return "under 1 s"
    case ..<60: return "\(whole) s"
    case ..<3600: return pair(whole / 60, "min", whole % 60, "s")
    case ..<86_400: return pair(whole / 3600, "h", whole % 3600 / 60, "min")
    default: return pair(whole / 86_400, "d", whole % 86_400 / 3600, "h")
    }
  }

  private static func pair(_ large: Int, _ unit: String, _ small: Int, _ smallUnit: String) -> String {
    small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smallUnit)"
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
