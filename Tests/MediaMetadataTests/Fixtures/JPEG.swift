// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds JPEG files of marker segments; the picture itself is a stub.
enum JPEG {
  static func file(
    width: Int = 64, height: Int = 48, exif: [UInt8]? = nil, xmp: String? = nil, segments: [[UInt8]] = [],
    trailer: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = [0xff, 0xd8]
    if let exif { bytes += segment(0xe1, Bytes.text("Exif") + [0, 0] + exif) }
    if let xmp { bytes += segment(0xe1, Bytes.text("http://ns.adobe.com/xap/1.0/") + [0] + Bytes.text(xmp)) }
    for segment in segments { bytes += segment }
    bytes += segment(0xc0, [8] + Bytes.be16(height) + Bytes.be16(width) + [1, 1, 0x11, 0])
    bytes += segment(0xda, [1, 1, 0, 0, 63, 0]) + [0x12, 0x34, 0xff, 0xd9]
    return bytes + trailer
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xff, marker] + Bytes.be16(content.count + 2) + content
  }

  static func profile(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    segment(0xe2, Bytes.text("ICC_PROFILE") + [0, number, 2] + bytes)
  }

  static func iptc(date: String, time: String?) -> [UInt8] {
    var record: [UInt8] = [0x1c, 2, 55] + Bytes.be16(date.utf8.count) + Bytes.text(date)
    if let time { record += [0x1c, 2, 60] + Bytes.be16(time.utf8.count) + Bytes.text(time) }
    let padded = record.count % 2 == 0 ? record : record + [0]
    return segment(
      0xed,
      Bytes.text("Photoshop 3.0") + [0] + Bytes.text("8BIM") + Bytes.be16(0x0404) + [0, 0] + Bytes.be32(record.count)
        + padded)
  }
}
