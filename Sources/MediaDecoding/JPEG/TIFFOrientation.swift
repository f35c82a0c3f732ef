// Agony
// SPDX-License-Identifier: Apache-2.0

/// Finds the orientation in the first directory of a TIFF structure, as EXIF has it.
enum TIFFOrientation {
  static func read(_ bytes: UnsafeRawBufferPointer) -> Orientation? {
    guard bytes.count >= 14 else { return nil }
    let isBig = bytes[0] == UInt8(ascii: "M")
    func short(_ offset: Int) -> Int {
      let (first, second) = (Int(bytes[offset]), Int(bytes[offset + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    func long(_ offset: Int) -> Int {
      isBig ? short(offset) << 16 | short(offset + 2) : short(offset + 2) << 16 | short(offset)
    }
    let directory = long(4)
    guard directory <= bytes.count - 2 else { return nil }
    for index in 0..<short(directory) {
      let entry = directory + 2 + index * 12
      guard entry + 12 <= bytes.count else { return nil }
      if short(entry) == 0x0112 { return Orientation(rawValue: short(entry + 8)) }
    }
    return nil
  }
}
