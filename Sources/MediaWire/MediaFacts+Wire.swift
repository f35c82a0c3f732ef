// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata

/// What the worker read out of a file, as bytes; read back with a bound on every text and a range on every number.
extension MediaFacts {
  private static let textByteLimit = 1024
  private static let brandLimit = 32
  private static let rangeLimit = 4096
  private static let timeLimit: Int64 = 1 << 60

  func append(to writer: inout WireWriter) {
    writer.append(optional: format) { $0.append($1.rawValue) }
    writer.append(UInt32(brands.count))
    for brand in brands { writer.append(brand) }
    writer.append(optional: width) { $0.append(Int64($1)) }
    writer.append(optional: height) { $0.append(Int64($1)) }
    writer.append(UInt8(truncatingIfNeeded: orientation))
    writer.append(optional: capture) { $1.append(to: &$0) }
    writer.append(optional: location) { $1.append(to: &$0) }
    for text in [camera.make, camera.model, camera.lens, camera.software] {
      writer.append(optional: text) { $0.append($1) }
    }
    exposure.append(to: &writer)
    writer.append(optional: film) { $1.append(to: &$0) }
    writer.append(optional: contentIdentifier) { $0.append($1) }
    writer.append(optional: burstID) { $0.append($1) }
    writer.append(optional: motionPhoto) { $1.append(to: &$0) }
    writer.append(optional: preview) { $1.append(to: &$0) }
    writer.append(optional: colourProfile) { writer, profile in
      writer.append(UInt32(profile.ranges.count))
      for range in profile.ranges { range.append(to: &writer) }
      writer.append(profile.isDeflated)
    }
    writer.append(optional: heif) { $1.append(to: &$0) }
    writer.append(isAnimated)
    writer.append(optional: rating) { $0.append(Int64($1)) }
    writer.append(isPanorama)
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init()
    func text(_ reader: inout WireReader) throws(WireError) -> String {
      try reader.text(atMost: Self.textByteLimit)
    }
    func number(_ reader: inout WireReader) throws(WireError) -> Int {
      Int(try reader.integer(in: Int64(0)...1 << 40))
    }
    format = try reader.optional { reader throws(WireError) in
      guard let format = FileFormat(rawValue: try text(&reader)) else { throw .malformed }
      return format
    }
    for _ in 0..<(try reader.integer(in: 0...UInt32(Self.brandLimit))) { brands.append(try text(&reader)) }
    width = try reader.optional(number)
    height = try reader.optional(number)
    orientation = Int(try reader.integer(in: UInt8(1)...8))
    capture = try reader.optional(CaptureTime.init(from:))
    location = try reader.optional(Location.decoded)
    camera.make = try reader.optional(text)
    camera.model = try reader.optional(text)
    camera.lens = try reader.optional(text)
    camera.software = try reader.optional(text)
    exposure = try Exposure(from: &reader)
    film = try reader.optional(FilmFacts.init(from:))
    contentIdentifier = try reader.optional(text)
    burstID = try reader.optional(text)
    motionPhoto = try reader.optional(ByteRange.init(from:))
    preview = try reader.optional(EmbeddedPreview.init(from:))
    colourProfile = try reader.optional { reader throws(WireError) in
      var ranges: [ByteRange] = []
      for _ in 0..<(try reader.integer(in: 0...UInt32(Self.rangeLimit))) { ranges.append(try ByteRange(from: &reader)) }
      return ColourProfile(ranges: ranges, isDeflated: try reader.bool())
    }
    heif = try reader.optional(HEIFLayout.init(from:))
    isAnimated = try reader.bool()
    rating = try reader.optional { reader throws(WireError) in Int(try reader.integer(in: Int64(0)...5)) }
    isPanorama = try reader.bool()
  }
}
