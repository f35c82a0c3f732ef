// Agony
// SPDX-License-Identifier: Apache-2.0

/// Canon's RAW in boxes: four TIFF blocks in a `uuid` box, previews in another and as the first track.
enum CR3Reader {
  static func read(_ file: View, _ findings: inout Findings) {
    for box in BoxWalk(file) {
      switch box.type {
      case "ftyp" where findings.facts.brands.isEmpty:
        findings.facts.brands = Brands.read(box.content).map(\.text)
      case "moov": readMovie(box.content, &findings)
      case "uuid" where XMPBox.isXMP(box.content): XMPReader.read(box.content.from(16), &findings)
      default: break
      }
    }
    // Previews after all facts: their orientation is the file's.
    for box in BoxWalk(file) {
      switch box.type {
      case "moov":
        for track in BoxWalk(box.content).filter({ $0.type == "trak" }).prefix(8) {
          findings.addPreview(MovieTrack(track.content)?.firstSample(in: file))
        }
      case "uuid" where box.content.u32(0) == 0xeaf4_2b5e:
        // Sixteen bytes of name, eight of version and count, then the box; its JPEG begins after a small header.
        if let preview = box.content.from(24).box("PRVW"), let length = preview.u32(12) {
          findings.addPreview(preview.slice(16, length))
        }
      default: break
      }
    }
    findings.facts.orientation = findings.exifOrientation ?? 1
  }

  private static func readMovie(_ movie: View, _ findings: inout Findings) {
    for box in BoxWalk(movie) where box.type == "uuid" && box.content.u32(0) == 0x85c0_b687 {
      for part in BoxWalk(box.content.from(16)).prefix(32) {
        guard part.type.text.hasPrefix("CMT"), let tiff = TIFFFile(part.content),
          let directory = tiff.directory(at: tiff.firstDirectory)
        else { continue }
        switch part.type {
        case "CMT1":
          EXIFReader.readPrimary(directory, &findings)
          findings.setSize(directory.integer(0x0100), directory.integer(0x0101))
        case "CMT2": EXIFReader.readPhoto(tiff, directory, modified: nil, &findings)
        case "CMT4": GPSReader.read(directory, &findings)
        default: break
        }
      }
    }
  }
}
