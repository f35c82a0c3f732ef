// Agony
// SPDX-License-Identifier: Apache-2.0

/// How long `body` takes.
func measure(_ body: () throws -> Void) rethrows -> Duration {
  let clock = ContinuousClock()
  let start = clock.now
  try body()
  return clock.now - start
}

extension Duration {
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}

extension [Duration] {
  func percentile(_ share: Double) -> Duration {
    let sorted = sorted()
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}

func decimal(_ value: Double, digits: Int = 2) -> String {
  let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
  let rounded = Int((value * Double(scale)).rounded())
  let fraction = String(abs(rounded) % scale)
  return "\(rounded / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

func report(_ what: String, _ duration: Duration, against peer: Duration? = nil) {
  var line = "\(what): \(decimal(duration.milliseconds)) ms"
  if let peer {
    let ratio = decimal(duration.milliseconds / peer.milliseconds)
    line += ", plain SQLite \(decimal(peer.milliseconds)) ms, ratio \(ratio)"
  }
  print(line)
}
