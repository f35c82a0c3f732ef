// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import Testing

@Suite("Where a photo was taken")
struct LocationTests {
  private func location(_ gps: [(Int, TIFF.Value)]) -> Location? {
    read(JPEG.file(exif: EXIF(gps: gps).block)).location
  }

  @Test("Degrees, minutes and seconds become degrees, with the sign of their letters")
  func degrees() {
    let place = location(EXIF.place([(37, 1), (30, 1), (3600, 100)], [(122, 1), (15, 1), (0, 1)], ("S", "W")))
    #expect(place == Location(latitude: -37.51, longitude: -122.25))
    let decimal = location(EXIF.place([(375_000, 10_000), (0, 1), (0, 1)], [(1, 2), (0, 0), (0, 0)]))
    #expect(decimal == Location(latitude: 37.5, longitude: 0.5))
  }

  @Test("Altitude below the sea is negative")
  func altitude() {
    let place = EXIF.place([(31, 1), (30, 1), (0, 1)], [(35, 1), (30, 1), (0, 1)])
    let below = location(place + [(5, .bytes([1])), (6, .rationals([(4300, 10)]))])
    #expect(below?.altitude == -430)
  }

  @Test("Zeros and what is no place are none")
  func none() {
    #expect(location(EXIF.place([(0, 1), (0, 1), (0, 1)], [(0, 1), (0, 1), (0, 1)])) == nil)
    #expect(location(EXIF.place([(0, 0), (0, 0), (0, 0)], [(0, 0), (0, 0), (0, 0)])) == nil)
    #expect(location(EXIF.place([(91, 1), (0, 1), (0, 1)], [(5, 1), (0, 1), (0, 1)])) == nil)
    #expect(location(EXIF.place([(50, 1), (0, 1), (0, 1)], [(181, 1), (0, 1), (0, 1)])) == nil)
    #expect(location(EXIF.place([(50, 1), (0, 1), (0, 1)], [(5, 1), (0, 1), (0, 1)], ("", "E"))) == nil)
    #expect(location([]) == nil)
    #expect(Location(latitude: .nan, longitude: 5) == nil)
    #expect(Location(latitude: 0, longitude: 9) != nil)
  }

  @Test("XMP tells the place where EXIF does not")
  func xmp() {
    let packet = XMP.packet(#"exif:GPSLatitude="39,6.5N" exif:GPSLongitude="108,24,3.6W""#)
    #expect(
      read(JPEG.file(xmp: packet)).location
        == Location(latitude: 39 + 6.5 / 60, longitude: -(108 + 24.0 / 60 + 3.6 / 3600)))
    #expect(read(JPEG.file(xmp: XMP.packet(#"exif:GPSLatitude="0,0N" exif:GPSLongitude="0,0E""#))).location == nil)
  }

  @Test(
    "Films tell theirs as text",
    arguments: [
      ("+37.5000-122.2500+010.000/", 37.5, -122.25), ("+3730.0-12215.0/", 37.5, -122.25),
      ("-373000+1221500/", -37.5, 122.25), ("+37.5+008.25/", 37.5, 8.25),
    ])
  func films(_ text: String, _ latitude: Double, _ longitude: Double) {
    let keys = Movie(keys: [("com.apple.quicktime.location.ISO6709", text)]).file
    let place = read(keys).location
    #expect(place?.latitude == latitude)
    #expect(place?.longitude == longitude)
    let user = Boxes.named([0xa9] + Bytes.text("xyz"), Bytes.be16(text.utf8.count) + [0, 0] + Bytes.text(text))
    #expect(read(Movie(userData: user).file).location?.latitude == latitude)
  }

  @Test("A film without a place tells none", arguments: ["+00.0000+000.0000/", "", "/", "+", "nowhere", "+95+10/"])
  func noFilm(_ text: String) {
    #expect(read(Movie(keys: [("com.apple.quicktime.location.ISO6709", text)]).file).location == nil)
  }

  @Test("3GP's own form of a place is read")
  func threeGP() {
    let fixed = Bytes.be32(8 << 16 | 0x4000) + Bytes.be32(-(47 << 16)) + Bytes.be32(400 << 16)
    let box = Boxes.full("loci", [0x15, 0xc7, 0] + [0] + fixed + [0, 0])
    #expect(
      read(Movie(brand: "3gp5", userData: box).file).location == Location(latitude: -47, longitude: 8.25, altitude: 400)
    )
  }
}
