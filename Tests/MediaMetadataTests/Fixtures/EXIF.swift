// Agony
// SPDX-License-Identifier: Apache-2.0

/// EXIF blocks with what a test wants in them.
struct EXIF {
  var original: String?
  var digitized: String?
  var modified: String?
  var offset: String?
  var offsetOriginal: String?
  var subSeconds: String?
  var orientation: Int?
  var make: String?
  var model: String?
  var note: [UInt8]?
  var gps: [(Int, TIFF.Value)]?
  var more: [(Int, TIFF.Value)] = []

  static func place(_ north: [(Int, Int)], _ east: [(Int, Int)], _ letters: (String, String) = ("N", "E"))
    -> [(Int, TIFF.Value)]
  {
    [(1, .text(letters.0)), (2, .rationals(north)), (3, .text(letters.1)), (4, .rationals(east))]
  }

  /// A TIFF block.
  var block: [UInt8] {
    var photo: [(Int, TIFF.Value)] = []
    var first: [(Int, TIFF.Value)] = more
    func add(_ tag: Int, _ text: String?, to list: inout [(Int, TIFF.Value)]) {
      if let text { list.append((tag, .text(text))) }
    }
    add(0x9003, original, to: &photo)
    add(0x9004, digitized, to: &photo)
    add(0x9010, offset, to: &photo)
    add(0x9011, offsetOriginal, to: &photo)
    add(0x9291, subSeconds, to: &photo)
    if let note { photo.append((0x927c, .bytes(note))) }
    add(0x010f, make, to: &first)
    add(0x0110, model, to: &first)
    add(0x0132, modified, to: &first)
    if let orientation { first.append((0x0112, .short(orientation))) }
    if let gps { first.append((0x8825, .directory(gps))) }
    first.append((0x8769, .directory(photo)))
    return TIFF.block(first)
  }

  /// An Apple note: content identifier and burst.
  static func appleNote(identifier: String?, burst: String? = nil) -> [UInt8] {
    let entries = [(0x000b, burst), (0x0011, identifier)].compactMap { tag, text in text.map { (tag, $0) } }
    var table = Bytes.be16(entries.count)
    var behind: [UInt8] = []
    let start = 14 + 2 + 12 * entries.count + 4
    for (tag, text) in entries {
      table += Bytes.be16(tag) + Bytes.be16(2) + Bytes.be32(text.utf8.count + 1) + Bytes.be32(start + behind.count)
      behind += Bytes.text(text) + [0]
    }
    return Bytes.text("Apple iOS") + [0, 0, 1] + Bytes.text("MM") + table + Bytes.be32(0) + behind
  }
}
