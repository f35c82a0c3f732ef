// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

extension ItemFacts {
  /// Numbers in the units that people use: degrees, metres, seconds, millimetres.
  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("outcome", outcome.word)
      writer.field("animated", flags.contains(.animated))
      writer.field("live", flags.contains(.live))
      writer.field("motion_photo", flags.contains(.motionPhoto))
      writer.field("panorama", flags.contains(.panorama))
      writer.field("guessed", flags.contains(.guessed))
      number("width", width, &writer)
      number("height", height, &writer)
      number("duration_ms", duration, &writer)
      writer.key("frame_rate")
      if let frameRate { writer.value(Double(frameRate) / 1000) } else { writer.null() }
      writer.field("video_codec", optional: videoCodec)
      writer.field("audio_codec", optional: audioCodec)
      writer.key("latitude")
      if let latitude { writer.raw(Decimal.text(latitude, places: 7)) } else { writer.null() }
      writer.key("longitude")
      if let longitude { writer.raw(Decimal.text(longitude, places: 7)) } else { writer.null() }
      writer.key("altitude")
      if let altitude { writer.raw(Decimal.text(altitude, places: 3)) } else { writer.null() }
      writer.field("make", optional: make)
      writer.field("model", optional: model)
      writer.field("lens", optional: lens)
      writer.field("software", optional: software)
      writer.key("exposure_time")
      if let exposureTime { writer.raw(Decimal.text(exposureTime, places: 9)) } else { writer.null() }
      writer.key("f_number")
      if let fNumber { writer.raw(Decimal.text(fNumber, places: 3)) } else { writer.null() }
      number("iso", iso, &writer)
      writer.key("focal_length")
      if let focalLength { writer.raw(Decimal.text(focalLength, places: 3)) } else { writer.null() }
      number("focal_length_35", focalLength35, &writer)
      writer.field("content_identifier", optional: contentIdentifier)
      writer.field("burst", optional: burst)
      number("rating", rating, &writer)
      number("film_offset", filmOffset, &writer)
      number("film_size", filmByteCount, &writer)
      writer.field("perceptual_hash", optional: perceptualHash.map(ItemFacts.hexadecimal))
      number("brightness", brightness, &writer)
      writer.key("contrast")
      if let contrast { writer.value(Double(contrast) / 16) } else { writer.null() }
    }
  }

  /// 16 digits.
  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func number(_ name: String, _ value: Int64?, _ writer: inout JSONWriter) {
    writer.key(name)
    if let value { writer.value(value) } else { writer.null() }
  }

  /// For `agony info`; only what is known.
  var lines: [String] {
    var lines: [String] = []
    if let width, let height { lines.append("pixels       \(width) x \(height)") }
    if let duration { lines.append("length       \(PlainDuration.describe(seconds: Double(duration) / 1000))") }
    let codecs = [videoCodec, audioCodec].compactMap { $0 }.map { DisplayText.show($0) }
    if !codecs.isEmpty { lines.append("coding       " + codecs.joined(separator: ", ")) }
    let camera = [make, model].compactMap { $0 }.map { DisplayText.show($0) }
    if !camera.isEmpty { lines.append("camera       " + camera.joined(separator: " ")) }
    if let lens { lines.append("lens         " + DisplayText.show(lens)) }
    if let latitude, let longitude {
      lines.append("place        \(Decimal.text(latitude, places: 7)), \(Decimal.text(longitude, places: 7))")
    }
    var marks: [String] = []
    if flags.contains(.animated) { marks.append("animated") }
    if flags.contains(.live) { marks.append("Live Photo") }
    if flags.contains(.motionPhoto) { marks.append("motion photo") }
    if flags.contains(.panorama) { marks.append("panorama") }
    if flags.contains(.guessed) { marks.append("cut short or damaged") }
    if !marks.isEmpty { lines.append("also         " + marks.joined(separator: ", ")) }
    if outcome != .pictures { lines.append("no picture   " + outcome.sentence) }
    return lines
  }
}

/// Decimal fractions, exact.
enum Decimal {
  /// `value` · 10^−`places`, without zeros at the end: `59.9139`, `-0.5`, `12`.
  static func text(_ value: Int64, places: Int) -> String {
    var digits = String(value.magnitude)
    digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    var fraction = digits.suffix(places)
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 ? "-" : ""
    return sign + digits.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
  }
}
