// Agony
// SPDX-License-Identifier: Apache-2.0

/// The few things read of makers' own data.
enum MakerNote {
  static func read(_ note: View, in tiff: TIFFFile, _ findings: inout Findings) {
    if note.has("Apple iOS") {
      readApple(note, &findings)
    } else if findings.facts.camera.make?.hasPrefix("Canon") == true, findings.facts.camera.lens == nil {
      // A directory whose offsets are those of the EXIF block.
      let offset = note.start - tiff.view.start
      let lens = tiff.directory(at: offset)?[0x0095].flatMap { $0.type == 2 ? $0.data.text() : nil }
      findings.facts.camera.lens = lens
    }
  }

  /// "Apple iOS\0", version, byte order, then a directory with offsets from the note's start.
  private static func readApple(_ note: View, _ findings: inout Findings) {
    let order: ByteOrder = note.has("II", at: 12) ? .little : .big
    guard let directory = TIFFFile(note, order: order).directory(at: 14) else { return }
    if directory[0x0011]?.type == 2 {
      findings.facts.contentIdentifier = findings.facts.contentIdentifier ?? directory.text(0x0011)
    }
    if directory[0x000b]?.type == 2 {
      findings.facts.burstID = findings.facts.burstID ?? directory.text(0x000b)
    }
  }
}
