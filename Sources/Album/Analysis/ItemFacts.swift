// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index

/// What the analysis found out about an item; every number in the unit of docs/format/index-v1.md.
package struct ItemFacts: Sendable, Equatable {
  package var outcome: AnalysisOutcome
  package var flags: ItemFlags
  /// Pixels as shown.
  package var width: Int64?
  package var height: Int64?
  /// Milliseconds.
  package var duration: Int64?
  /// Frames in 1,000 seconds.
  package var frameRate: Int64?
  package var videoCodec: String?
  package var audioCodec: String?
  /// 10⁻⁷ degrees north and east.
  package var latitude: Int64?
  package var longitude: Int64?
  /// Millimetres above sea level.
  package var altitude: Int64?
  package var make: String?
  package var model: String?
  package var lens: String?
  package var software: String?
  /// Nanoseconds.
  package var exposureTime: Int64?
  /// Thousandths.
  package var fNumber: Int64?
  package var iso: Int64?
  /// Micrometres.
  package var focalLength: Int64?
  package var focalLength35: Int64?
  package var contentIdentifier: String?
  package var burst: String?
  /// Bytes of the main original that are the film of a motion photo.
  package var filmOffset: Int64?
  package var filmByteCount: Int64?
  package var rating: Int64?
  package var perceptualHash: UInt64?
  /// Mean of the luminance, 0 to 255.
  package var brightness: Int64?
  /// Its standard deviation in sixteenths.
  package var contrast: Int64?

  static let columns: StaticString = """
    SELECT outcome, flags, width, height, duration, frame_rate, video_codec, audio_codec, latitude, longitude, altitude,
      make, model, lens, software, exposure_time, f_number, iso, focal_length, focal_length_35, content_identifier,
      burst, rating, film_offset, film_size, perceptual_hash, brightness, contrast
    FROM facts WHERE item = ?1
    """

  init(_ row: borrowing Row) {
    outcome = AnalysisOutcome(rawValue: Int(row.int64(0))) ?? .unsupported
    flags = ItemFlags(rawValue: row.int64(1))
    width = row.optionalInt64(2)
    height = row.optionalInt64(3)
    duration = row.optionalInt64(4)
    frameRate = row.optionalInt64(5)
    videoCodec = row.optionalText(6)
    audioCodec = row.optionalText(7)
    latitude = row.optionalInt64(8)
    longitude = row.optionalInt64(9)
    altitude = row.optionalInt64(10)
    make = row.optionalText(11)
    model = row.optionalText(12)
    lens = row.optionalText(13)
    software = row.optionalText(14)
    exposureTime = row.optionalInt64(15)
    fNumber = row.optionalInt64(16)
    iso = row.optionalInt64(17)
    focalLength = row.optionalInt64(18)
    focalLength35 = row.optionalInt64(19)
    contentIdentifier = row.optionalText(20)
    burst = row.optionalText(21)
    rating = row.optionalInt64(22)
    filmOffset = row.optionalInt64(23)
    filmByteCount = row.optionalInt64(24)
    perceptualHash = row.optionalInt64(25).map { UInt64(bitPattern: $0) }
    brightness = row.optionalInt64(26)
    contrast = row.optionalInt64(27)
  }
}
