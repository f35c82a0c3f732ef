// Agony
// SPDX-License-Identifier: Apache-2.0

enum XMPReader {
  /// Longer packets hold pictures, not facts.
  static let byteLimit = 1 << 20

  static func read(_ packet: View?, _ findings: inout Findings) {
    guard let bytes = packet?.bytes(atMost: byteLimit) else { return }
    read(bytes, &findings)
  }

  static func read(_ bytes: [UInt8], _ findings: inout Findings) {
    guard findings.takeBlock() else { return }
    let packet = XMPPacket(bytes)
    for key in ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:DateTimeDigitized"] {
      findings.dates.offer(packet[key].flatMap { DateText($0) }, .xmp)
    }
    readCamera(packet, &findings.facts.camera)
    if findings.facts.location == nil, let north = coordinate(packet["exif:GPSLatitude"], "N", "S"),
      let east = coordinate(packet["exif:GPSLongitude"], "E", "W")
    {
      findings.facts.location = Location(latitude: north, longitude: east)
    }
    if let rating = packet.number("xmp:Rating"), (1...5).contains(rating) {
      findings.facts.rating = findings.facts.rating ?? rating
    }
    if packet["GPano:ProjectionType"] != nil { findings.facts.isPanorama = true }
    findings.facts.burstID = findings.facts.burstID ?? packet["GCamera:BurstID"]
    findings.motion.add(packet)
  }

  private static func readCamera(_ packet: XMPPacket, _ camera: inout Camera) {
    camera.make = camera.make ?? packet["tiff:Make"]
    camera.model = camera.model ?? packet["tiff:Model"]
    camera.lens = camera.lens ?? packet["exifEX:LensModel"] ?? packet["aux:Lens"]
    camera.software = camera.software ?? packet["xmp:CreatorTool"]
  }

  /// "39,6.9N" or "39,6,54N".
  private static func coordinate(_ text: String?, _ positive: Character, _ negative: Character) -> Double? {
    guard let text, let letter = text.last, letter == positive || letter == negative else { return nil }
    let parts = text.dropLast().split(separator: ",").map { Double($0) }
    guard (1...3).contains(parts.count) else { return nil }
    var value = 0.0
    for (part, unit) in zip(parts, [1.0, 60, 3600]) {
      guard let part, part.isFinite else { return nil }
      value += part / unit
    }
    return letter == positive ? value : -value
  }
}
