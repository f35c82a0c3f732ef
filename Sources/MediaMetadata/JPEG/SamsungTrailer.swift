// Agony
// SPDX-License-Identifier: Apache-2.0

/// The directory that Samsung's phones write at the very end of a picture: "SEFH", entries, its length, "SEFT".
enum SamsungTrailer {
  static func film(in file: View) -> ByteRange? {
    guard file.has("SEFT", at: file.count - 4), let length = file.u32(file.count - 8, .little),
      let directory = file.slice(file.count - 8 - length, length), directory.has("SEFH"),
      let count = directory.u32(8, .little)
    else { return nil }
    let base = file.count - 8 - length
    for i in 0..<min(count, 256) {
      let entry = 12 + i * 12
      guard let type = directory.u16(entry + 2, .little), let back = directory.u32(entry + 4, .little),
        let size = directory.u32(entry + 8, .little)
      else { return nil }
      guard type == 0x0a30, let block = file.slice(base - back, size) else { continue }
      // Two bytes, the type, the name's length, the name "MotionPhoto_Data", then the film.
      guard let name = block.u32(4, .little), name <= 64, let film = block.slice(8 + name, block.count - 8 - name),
        MotionPhoto.isFilm(film, at: 0)
      else { continue }
      return film.range
    }
    return nil
  }
}
