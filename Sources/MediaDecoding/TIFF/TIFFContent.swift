// Agony
// SPDX-License-Identifier: Apache-2.0

/// Tells a camera's raw file from a picture in TIFF by the first directory.
enum TIFFContent {
  static func isRaw(_ prefix: [UInt8]) -> Bool {
    guard prefix.count > 16 else { return false }
    let isBig = prefix[0] == UInt8(ascii: "M")
    // Canon's mark.
    if prefix[8] == UInt8(ascii: "C"), prefix[9] == UInt8(ascii: "R") { return true }
    func number(_ offset: Int, _ count: Int) -> Int {
      guard offset >= 0, offset + count <= prefix.count else { return 0 }
      let bytes = prefix[offset..<offset + count]
      return (isBig ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    let directory = number(4, 4)
    for index in 0..<min(number(directory, 2), 200) {
      let entry = directory + 2 + index * 12
      switch number(entry, 2) {
      // DNGVersion; a colour filter array; a directory of others beside a small first picture.
      case 0xc612: return true
      case 0x0106 where number(entry + 8, 2) == 32803 || number(entry + 8, 2) == 34892: return true
      case 0x014a where isCamera(prefix, directory, number): return true
      default: continue
      }
    }
    return false
  }

  /// Makers whose raw files keep the sensor's picture in a further directory.
  private static func isCamera(_ prefix: [UInt8], _ directory: Int, _ number: (Int, Int) -> Int) -> Bool {
    for index in 0..<min(number(directory, 2), 200) {
      let entry = directory + 2 + index * 12
      guard number(entry, 2) == 0x010f else { continue }
      let start = number(entry + 8, 4)
      let maker = prefix.dropFirst(start).prefix(5).map { $0 & 0xdf }
      return ["NIKON", "SONY", "PENTA", "SAMSU", "HASSE"].contains { maker.starts(with: $0.utf8) }
    }
    return false
  }
}
