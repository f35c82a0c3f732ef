// Agony
// SPDX-License-Identifier: Apache-2.0

/// The burst that a shot's file name speaks of; what phones write that note nothing of it in the file.
///
/// `00003IMG_00003_BURST20190102123456789_COVER.jpg`, `IMG_20190102_123456_BURST003.jpg`,
/// `PXL_20210102_123456789.BURST-02.jpg`.
enum BurstName {
  /// The same for all shots of a burst, nil if the name speaks of none.
  static func burst(of name: [UInt8]) -> String? {
    let word = Array("BURST".utf8)
    guard name.count <= 255, name.count > word.count,
      let start = name.indices.dropLast(word.count).first(where: { name[$0...].starts(with: word) })
    else { return nil }
    var end = start + word.count
    if end < name.count, name[end] == 0x2D { end += 1 }
    let digits = name[end...].prefix { (0x30...0x39).contains($0) }
    let before = name[..<start]
    if digits.count >= 10 { return text(word + digits) }
    // A mere number is one of the shots: then what stands before it has to tell one burst from another.
    guard (1...4).contains(digits.count), before.count(where: { (0x30...0x39).contains($0) }) >= 8 else { return nil }
    return text(before + word)
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String? { String(validating: bytes, as: UTF8.self) }
}
