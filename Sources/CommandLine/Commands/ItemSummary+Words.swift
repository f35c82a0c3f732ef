// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

extension ItemKind {
  var word: String {
    switch self {
    case .photo: "photo"
    case .film: "film"
    }
  }

  init?(word: String) {
    switch word {
    case "photo": self = .photo
    case "film": self = .film
    default: return nil
    }
  }
}

extension TakenSource {
  var word: String {
    switch self {
    case .fileTime: "file-time"
    case .exifOriginal: "exif-original"
    case .quickTimeCreation: "quicktime-creation"
    case .exifDigitized: "exif-digitized"
    case .xmp: "xmp"
    case .iptc: "iptc"
    case .filmHeader: "film-header"
    case .pngText: "png-text"
    case .fileName: "file-name"
    case .exifModified: "exif-modified"
    case .fileNameDay: "file-name-day"
    case .satellites: "satellites"
    }
  }
}

extension TakenSource {
  /// For a person, after the time itself.
  var sentence: String {
    switch self {
    case .fileTime: "by the file's own time"
    case .exifOriginal, .exifDigitized, .exifModified: "as the camera noted it"
    case .quickTimeCreation, .filmHeader: "as the film says"
    case .xmp, .iptc, .pngText: "as the picture says"
    case .fileName, .fileNameDay: "by the file's name"
    case .satellites: "by the satellites' clock"
    }
  }
}

/// Moments as JSON and tables show them.
enum Moment {
  /// `2024-03-12T13:05:06Z`, with the decimals that are not zero; of nanoseconds since 1970 UTC.
  static func utc(nanoseconds: Int64) -> String {
    let seconds = nanoseconds.floorDivided(by: 1_000_000_000)
    let rest = nanoseconds - seconds * 1_000_000_000
    let text = CivilTime(secondsSince1970: seconds).iso8601
    guard rest > 0 else { return text + "Z" }
    var digits = String(String(1_000_000_000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(text).\(digits)Z"
  }

  /// `2024-03-12T14:05:06`; of microseconds of the wall clock since 1970.
  static func taken(microseconds: Int64) -> CivilTime {
    CivilTime(secondsSince1970: microseconds.floorDivided(by: 1_000_000))
  }
}

extension ItemSummary {
  /// What it is, in one word of a list.
  var word: String {
    if flags.contains(.live) { return "live" }
    return flags.contains(.motionPhoto) ? "motion" : kind.word
  }

  /// The fields of one item in `list --json` and `info --json`. `names`: of collections, by id.
  func writeFields(_ writer: inout JSONWriter, collectionNames names: [Int64: String]) {
    // Ids have 63 bits, and JavaScript keeps only 53 of a number.
    writer.field("id", String(id))
    writer.field("name", name)
    writer.field("sha256", Hexadecimal.text(sha256))
    writer.field("size", byteCount)
    writer.field("kind", kind.word)
    writer.field("taken", Moment.taken(microseconds: taken).iso8601)
    writer.field("taken_source", takenSource.word)
    writer.key("utc_offset_minutes")
    if let utcOffset { writer.value(utcOffset) } else { writer.null() }
    writer.field("modified", Moment.utc(nanoseconds: modified))
    writer.field("format", format)
    writer.key("width")
    if let width { writer.value(width) } else { writer.null() }
    writer.key("height")
    if let height { writer.value(height) } else { writer.null() }
    writer.key("duration_ms")
    if let duration { writer.value(duration) } else { writer.null() }
    writer.field("live", flags.contains(.live))
    writer.field("motion", flags.contains(.motionPhoto))
    writer.field("burst", optional: burst)
    writer.field("favourite", isFavourite)
    writer.field("collections", strings: collections.compactMap { names[$0] })
    writer.field("trashed", optional: trashed.map { CivilTime(secondsSince1970: $0).iso8601 + "Z" })
  }
}
