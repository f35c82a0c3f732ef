// Agony
// SPDX-License-Identifier: Apache-2.0

/// Finds the film that phones write behind a picture.
enum MotionPhoto {
  static func film(in file: View, _ hints: MotionHints) -> ByteRange? {
    let samsung = SamsungTrailer.film(in: file)
    for distance in hints.distancesFromEnd where distance <= file.count {
      let start = file.count - distance
      let length = min(hints.filmByteCount ?? distance, distance)
      // Samsung counts its trailer in.
      if samsung?.offset == start { return samsung }
      if isFilm(file, at: start) { return ByteRange(offset: start, count: length) }
    }
    return samsung ?? (hints.isMotionPhoto ? search(file) : nil)
  }

  static func isFilm(_ file: View, at offset: Int) -> Bool {
    guard file.fourCC(offset.plus(4) ?? -1) == "ftyp", let size = file.u32(offset) else { return false }
    return (16...1024).contains(size)
  }

  /// XMP tells of a film, but not where: the last that begins in the final 16 MiB.
  private static func search(_ file: View) -> ByteRange? {
    let chunk = 64 << 10
    var end = file.count
    while end > 0, file.count - end < 16 << 20 {
      let start = max(0, end - chunk)
      // Eleven bytes of the next chunk too, so that none is missed between two.
      guard let bytes = file.slice(start, min(end + 11, file.count) - start)?.bytes(atMost: chunk + 11) else {
        return nil
      }
      for i in stride(from: bytes.count - 12, through: 0, by: -1)
      where bytes[i + 4] == 0x66 && bytes[i + 5] == 0x74 && bytes[i + 6] == 0x79 && bytes[i + 7] == 0x70 {
        if start + i > 0, isFilm(file, at: start + i) {
          return ByteRange(offset: start + i, count: file.count - start - i)
        }
      }
      end = start
    }
    return nil
  }
}
