// Agony
// SPDX-License-Identifier: Apache-2.0

extension MediaFacts {
  /// Bytes of a text; of a coding's name.
  private static let (textLimit, codecLimit) = (512, 64)

  /// With nothing in it that would be too long to keep or to show: texts are cut and lose their control characters.
  func bounded() -> MediaFacts {
    var facts = self
    for text in [\Camera.make, \.model, \.lens, \.software] {
      facts.camera[keyPath: text] = Self.shown(camera[keyPath: text], atMost: Self.textLimit)
    }
    facts.contentIdentifier = Self.shown(contentIdentifier, atMost: Self.textLimit)
    facts.burstID = Self.shown(burstID, atMost: Self.textLimit)
    facts.film?.videoCodec = Self.shown(film?.videoCodec, atMost: Self.codecLimit)
    facts.film?.audioCodec = Self.shown(film?.audioCodec, atMost: Self.codecLimit)
    // A thousand years; what is longer was never filmed.
    if let length = film?.milliseconds, !(0..<1 << 45).contains(length) { facts.film?.milliseconds = nil }
    return facts
  }

  private static func shown(_ text: String?, atMost limit: Int) -> String? {
    guard let text else { return nil }
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      count += UTF8.width(scalar)
      guard count <= limit else { break }
      kept.append(scalar)
    }
    return kept.isEmpty ? nil : String(kept)
  }
}
