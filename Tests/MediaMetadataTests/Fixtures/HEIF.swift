// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds HEIF files without pictures in them.
struct HEIF {
  /// Boxes of `ipco` that belong to the primary item, in order.
  var properties: [[UInt8]] = [HEIF.size(64, 48)]
  var exif: [UInt8]?
  var exifInside = false
  var grid: (rows: Int, columns: Int)?
  var brands = ["heic", "mif1"]
  var after: [UInt8] = []

  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    Boxes.full("ispe", Bytes.be32(width) + Bytes.be32(height))
  }

  static func turn(_ quarters: UInt8) -> [UInt8] { Boxes.box("irot", [quarters]) }
  static func mirror(_ axis: UInt8) -> [UInt8] { Boxes.box("imir", [axis]) }

  var file: [UInt8] {
    // The place of the file's own items is known only when the boxes before them are.
    let start = build(dataAt: 0).count
    let payload = exif.map { Bytes.be32(0) + $0 } ?? []
    return build(dataAt: start + 8) + Boxes.box("mdat", exifInside ? [] : payload) + after
  }

  private func build(dataAt position: Int) -> [UInt8] {
    let payload = exif.map { Bytes.be32(0) + $0 } ?? []
    let description: [UInt8] = grid.map { [0, 0, UInt8($0.rows - 1), UInt8($0.columns - 1)] + Bytes.zeros(4) } ?? []
    let inside = description + (exifInside ? payload : [])
    var items = item(1, grid == nil ? "hvc1" : "grid")
    // Construction 1 is relative to `idat`, 0 to the file.
    var places = place(1, inside: grid != nil, 0, description.count)
    if exif != nil {
      items += item(2, "Exif")
      places += place(2, inside: exifInside, exifInside ? description.count : position, payload.count)
    }
    let count = exif == nil ? 1 : 2
    let meta = Boxes.full(
      "meta",
      Boxes.full("hdlr", Bytes.zeros(4) + Bytes.text("pict") + Bytes.zeros(13)),
      Boxes.full("pitm", Bytes.be16(1)),
      Boxes.full("iinf", Bytes.be16(count) + items),
      Boxes.full("iref", exif == nil ? [] : Boxes.box("cdsc", Bytes.be16(2) + Bytes.be16(1) + Bytes.be16(1))),
      Boxes.box(
        "iprp", Boxes.box("ipco", properties.flatMap { $0 }),
        Boxes.full(
          "ipma",
          Bytes.be32(1) + Bytes.be16(1) + [UInt8(properties.count)] + properties.indices.map { UInt8($0 + 1) })),
      Boxes.box("idat", inside),
      Boxes.full("iloc", version: 1, [0x44, 0x00] + Bytes.be16(count) + places))
    let major = brands[0]
    return Boxes.box("ftyp", Bytes.text(major) + Bytes.zeros(4) + brands.flatMap { Bytes.text($0) }) + meta
  }

  private func item(_ id: Int, _ type: String) -> [UInt8] {
    Boxes.full("infe", version: 2, Bytes.be16(id) + Bytes.zeros(2) + Bytes.text(type) + [0])
  }

  private func place(_ id: Int, inside: Bool, _ offset: Int, _ count: Int) -> [UInt8] {
    Bytes.be16(id) + Bytes.be16(inside ? 1 : 0) + Bytes.zeros(2) + Bytes.be16(1) + Bytes.be32(offset)
      + Bytes.be32(count)
  }
}
