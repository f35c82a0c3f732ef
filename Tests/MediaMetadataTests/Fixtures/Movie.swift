// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds films without samples.
struct Movie {
  /// Seconds since 1904; 0 for none.
  var created = 0
  var brand = "isom"
  /// a, b, c, d of the track's matrix.
  var matrix = (1, 0, 0, 1)
  var keys: [(String, String)] = []
  /// Content of `udta`.
  var userData: [UInt8] = []
  var codec = "avc1"
  var size = (320, 240)
  var before: [UInt8] = []

  static func seconds(since1970 seconds: Int) -> Int { seconds + 2_082_844_800 }

  var file: [UInt8] {
    Boxes.ftyp(brand) + before + Boxes.box("mdat", Bytes.zeros(16)) + Boxes.box("moov", header, track, metadata, user)
  }

  private var user: [UInt8] { userData.isEmpty ? [] : Boxes.box("udta", userData) }

  private var header: [UInt8] {
    Boxes.full("mvhd", Bytes.be32(created) + Bytes.be32(0) + Bytes.be32(600) + Bytes.be32(1500) + Bytes.zeros(80))
  }

  private var track: [UInt8] {
    let one = 1 << 16
    let places = [
      matrix.0 * one, matrix.1 * one, 0, matrix.2 * one, matrix.3 * one, 0, 0, 0, 1 << 30,
    ].flatMap { Bytes.be32($0) }
    let entry =
      Bytes.be32(86) + Bytes.text(codec) + Bytes.zeros(24) + Bytes.be16(size.0) + Bytes.be16(size.1)
      + Bytes.zeros(50)
    return Boxes.box(
      "trak",
      Boxes.full("tkhd", Bytes.zeros(36) + places + Bytes.be32(size.0 * one) + Bytes.be32(size.1 * one)),
      Boxes.box(
        "mdia",
        Boxes.full("mdhd", Bytes.zeros(8) + Bytes.be32(600) + Bytes.be32(1500) + Bytes.zeros(4)),
        Boxes.full("hdlr", Bytes.zeros(4) + Bytes.text("vide") + Bytes.zeros(13)),
        Boxes.box(
          "minf",
          Boxes.box(
            "stbl", Boxes.full("stsd", Bytes.be32(1) + entry),
            Boxes.full("stts", Bytes.be32(1) + Bytes.be32(75) + Bytes.be32(20)),
            Boxes.full("stsz", Bytes.be32(0) + Bytes.be32(75))))))
  }

  private var metadata: [UInt8] {
    guard !keys.isEmpty else { return [] }
    let names = keys.flatMap { Bytes.be32($0.0.utf8.count + 8) + Bytes.text("mdta") + Bytes.text($0.0) }
    let values = keys.enumerated().flatMap { index, pair in
      Boxes.named(Bytes.be32(index + 1), Boxes.box("data", Bytes.be32(1) + Bytes.zeros(4) + Bytes.text(pair.1)))
    }
    // QuickTime's box has no version.
    return Boxes.box(
      "meta", Boxes.full("hdlr", Bytes.zeros(4) + Bytes.text("mdta") + Bytes.zeros(13)),
      Boxes.full("keys", Bytes.be32(keys.count) + names), Boxes.box("ilst", values))
  }
}
