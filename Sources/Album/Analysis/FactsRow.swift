// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
internal import MediaMetadata
internal import MediaWire

/// A row of `facts`, from what the media worker said. docs/format/index-v1.md has the units.
enum FactsRow {
  /// Version of the analysis.
  static let analysis: Int64 = 1

  static let insertion: StaticString = """
    INSERT INTO facts (item, analysis, outcome, flags, width, height, duration, frame_rate, video_codec, audio_codec,
      latitude, longitude, altitude, make, model, lens, software, exposure_time, f_number, iso, focal_length,
      focal_length_35, content_identifier, burst, film_offset, film_size, rating, placeholder, perceptual_hash,
      brightness, contrast)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
      ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)
    """

  static func values(
    _ item: Int64, _ name: [UInt8], _ outcome: AnalysisOutcome, _ facts: MediaFacts, _ pictures: MediaPictures?
  ) -> [Value] {
    let width = pictures?.size.width ?? facts.displayedSize?.width
    let height = pictures?.size.height ?? facts.displayedSize?.height
    let (camera, exposure, film) = (facts.camera, facts.exposure, facts.film)
    var values: [Value] = [.integer(item), .integer(analysis), .integer(Int64(outcome.rawValue))]
    values += [.integer(flags(facts, pictures).rawValue), number(width), number(height)]
    values += [number(film?.milliseconds), scaled(film?.frameRate, by: 1000)]
    values += [.optional(film?.videoCodec), .optional(film?.audioCodec)]
    values += [scaled(facts.location?.latitude, by: 1e7), scaled(facts.location?.longitude, by: 1e7)]
    values += [scaled(facts.location?.altitude, by: 1000)]
    values += [camera.make, camera.model, camera.lens, camera.software].map { Value.optional($0) }
    values += [scaled(exposure.time, by: 1e9), scaled(exposure.fNumber, by: 1000), number(exposure.iso)]
    values += [scaled(exposure.focalLength, by: 1000), number(exposure.focalLength35)]
    values += [.optional(facts.contentIdentifier), .optional(facts.burstID ?? BurstName.burst(of: name))]
    values += [number(facts.motionPhoto?.offset), number(facts.motionPhoto?.count), number(facts.rating)]
    values += [.optional(pictures?.placeholder), .optional(pictures.map { Int64(bitPattern: $0.perceptualHash) })]
    values += [.optional(pictures.map { Int64($0.brightness) }), .optional(pictures.map { Int64($0.contrast) })]
    return values
  }

  private static func flags(_ facts: MediaFacts, _ pictures: MediaPictures?) -> ItemFlags {
    var flags: ItemFlags = []
    if facts.isAnimated { flags.insert(.animated) }
    if facts.motionPhoto != nil { flags.insert(.motionPhoto) }
    if facts.isPanorama { flags.insert(.panorama) }
    if pictures?.isDamaged == true { flags.insert(.guessed) }
    return flags
  }

  private static func number(_ value: Int?) -> Value { .optional(value.map(Int64.init)) }

  /// NULL for what no integer holds.
  private static func scaled(_ value: Double?, by factor: Double) -> Value {
    .optional(value.flatMap { Int64(exactly: ($0 * factor).rounded()) })
  }
}
