// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata

extension CaptureTime {
  func append(to writer: inout WireWriter) {
    writer.append(microseconds)
    writer.append(optional: utcOffset) { $0.append(Int32(truncatingIfNeeded: $1)) }
    writer.append(isUTC)
    writer.append(isDayOnly)
    writer.append(UInt8(truncatingIfNeeded: source.rawValue))
  }

  init(from reader: inout WireReader) throws(WireError) {
    // Some 36,000 years on both sides.
    let microseconds = try reader.integer(in: -Int64(1 << 60)...1 << 60)
    let utcOffset = try reader.optional { reader throws(WireError) in Int(try reader.integer(in: Int32(-1440)...1440)) }
    let isUTC = try reader.bool()
    let isDayOnly = try reader.bool()
    guard let source = CaptureSource(rawValue: Int(try reader.integer(UInt8.self))) else { throw .malformed }
    self.init(
      microseconds: microseconds, utcOffset: utcOffset, isUTC: isUTC, isDayOnly: isDayOnly, source: source)
  }
}

extension Location {
  func append(to writer: inout WireWriter) {
    writer.append(latitude)
    writer.append(longitude)
    writer.append(optional: altitude) { $0.append($1) }
  }

  static func decoded(from reader: inout WireReader) throws(WireError) -> Location {
    let latitude = try reader.double()
    let longitude = try reader.double()
    let altitude = try reader.optional { reader throws(WireError) in try reader.double() }
    guard let location = Location(latitude: latitude, longitude: longitude, altitude: altitude),
      location.altitude == altitude
    else { throw .malformed }
    return location
  }
}

extension Exposure {
  func append(to writer: inout WireWriter) {
    writer.append(optional: time) { $0.append($1) }
    writer.append(optional: fNumber) { $0.append($1) }
    writer.append(optional: iso) { $0.append(Int64($1)) }
    writer.append(optional: focalLength) { $0.append($1) }
    writer.append(optional: focalLength35) { $0.append(Int64($1)) }
  }

  init(from reader: inout WireReader) throws(WireError) {
    func double(_ reader: inout WireReader) throws(WireError) -> Double { try reader.double() }
    func number(_ reader: inout WireReader) throws(WireError) -> Int { Int(try reader.integer(in: Int64(0)...1 << 40)) }
    self.init()
    time = try reader.optional(double)
    fNumber = try reader.optional(double)
    iso = try reader.optional(number)
    focalLength = try reader.optional(double)
    focalLength35 = try reader.optional(number)
  }
}

extension FilmFacts {
  func append(to writer: inout WireWriter) {
    writer.append(optional: milliseconds) { $0.append(Int64($1)) }
    writer.append(optional: frameRate) { $0.append($1) }
    writer.append(optional: videoCodec) { $0.append($1) }
    writer.append(optional: audioCodec) { $0.append($1) }
  }

  init(from reader: inout WireReader) throws(WireError) {
    func text(_ reader: inout WireReader) throws(WireError) -> String { try reader.text(atMost: 64) }
    self.init()
    milliseconds = try reader.optional { reader throws(WireError) in Int(try reader.integer(in: Int64(0)...1 << 50)) }
    frameRate = try reader.optional { reader throws(WireError) in try reader.double() }
    videoCodec = try reader.optional(text)
    audioCodec = try reader.optional(text)
  }
}

extension ByteRange {
  func append(to writer: inout WireWriter) {
    writer.append(Int64(offset))
    writer.append(Int64(count))
  }

  init(from reader: inout WireReader) throws(WireError) {
    let limits = Int64(0)...1 << 60
    self.init(offset: Int(try reader.integer(in: limits)), count: Int(try reader.integer(in: limits)))
  }
}

extension EmbeddedPreview {
  func append(to writer: inout WireWriter) {
    range.append(to: &writer)
    writer.append(Int64(width))
    writer.append(Int64(height))
    writer.append(UInt8(truncatingIfNeeded: orientation))
  }

  init(from reader: inout WireReader) throws(WireError) {
    let sides = Int64(0)...1 << 40
    self.init(
      range: try ByteRange(from: &reader), width: Int(try reader.integer(in: sides)),
      height: Int(try reader.integer(in: sides)), orientation: Int(try reader.integer(in: UInt8(1)...8)))
  }
}

extension HEIFLayout {
  func append(to writer: inout WireWriter) {
    writer.append(Int64(primaryItem))
    writer.append(itemType)
    writer.append(Int64(columns))
    writer.append(Int64(rows))
    writer.append(hasThumbnail)
  }

  init(from reader: inout WireReader) throws(WireError) {
    let primaryItem = Int(try reader.integer(in: Int64(0)...1 << 32))
    self.init(primaryItem: primaryItem, itemType: try reader.text(atMost: 64))
    columns = Int(try reader.integer(in: Int64(0)...1 << 16))
    rows = Int(try reader.integer(in: Int64(0)...1 << 16))
    hasThumbnail = try reader.bool()
  }
}
