// Agony
// SPDX-License-Identifier: Apache-2.0

/// The JPEGs inside a TIFF-based RAW file.
struct RawPreviews {
  private var candidates: [View] = []

  init(_ tiff: TIFFFile, _ directories: [TIFFDirectory], exif: TIFFDirectory?) {
    for directory in directories {
      if let offset = directory.integer(0x0201), let length = directory.integer(0x0202) {
        add(tiff.view.slice(offset, length))
      }
      // One strip that is a whole JPEG. Some are coded without loss: no previews, and told apart below.
      if [6, 7].contains(directory.integer(0x0103)), directory[0x0111]?.count == 1,
        let offset = directory.integer(0x0111), let length = directory.integer(0x0117)
      {
        add(tiff.view.slice(offset, length))
      }
    }
    if tiff.variant == .panasonic { add(directories.first?[0x002e]?.data) }
    if let note = exif?[0x927c]?.data { add(Self.olympus(note)) }
  }

  /// The largest, and whatever it tells that the file itself does not.
  func addFacts(_ findings: inout Findings) {
    for candidate in candidates {
      findings.addPreview(candidate)
    }
  }

  private mutating func add(_ view: View?) {
    guard let view, candidates.count < 16 else { return }
    candidates.append(view)
  }

  /// Olympus keeps it in the maker's note: directory 0x2020, start 0x0101, length 0x0102.
  private static func olympus(_ note: View) -> View? {
    let start = note.has("OLYMPUS\u{0}") ? 12 : note.has("OM SYSTEM\u{0}") ? 16 : nil
    guard let start else { return nil }
    let file = TIFFFile(note, order: note.has("II", at: start - 4) ? .little : .big)
    guard let settings = file.directory(at: start)?.integer(0x2020).flatMap(file.directory),
      let offset = settings.integer(0x0101), let length = settings.integer(0x0102)
    else { return nil }
    // Offsets count from the note's start and may lead beyond it.
    let whole = View(note.input)
    return note.start.plus(offset).flatMap { whole.slice($0, length) }
  }
}
