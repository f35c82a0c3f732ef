// Agony
// SPDX-License-Identifier: Apache-2.0

/// EXIF: the directories of a camera's data, in whatever file they lie.
enum EXIFReader {
  /// A TIFF block with EXIF in it; "Exif\0\0" may stand before it.
  static func read(block: View, _ findings: inout Findings) {
    guard findings.takeBlock() else { return }
    let view = block.has("Exif\u{0}") ? block.from(6) : block
    guard let tiff = TIFFFile(view), let first = tiff.directory(at: tiff.firstDirectory) else { return }
    read(tiff, first, &findings)
  }

  /// The first directory, and those that it points to.
  static func read(_ tiff: TIFFFile, _ first: TIFFDirectory, _ findings: inout Findings) {
    readPrimary(first, &findings)
    if let gps = first.integer(0x8825).flatMap(tiff.directory) { GPSReader.read(gps, &findings) }
    let exif = first.integer(0x8769).flatMap(tiff.directory)
    if let exif { readPhoto(tiff, exif, modified: first.bytes(0x0132), &findings) }
    // TIFF/EP keeps the same tags in the first directory.
    readPhoto(tiff, first, modified: exif == nil ? first.bytes(0x0132) : nil, &findings)
  }

  static func readPrimary(_ directory: TIFFDirectory, _ findings: inout Findings) {
    findings.facts.camera.make = findings.facts.camera.make ?? directory.text(0x010f)
    findings.facts.camera.model = findings.facts.camera.model ?? directory.text(0x0110)
    findings.facts.camera.software = findings.facts.camera.software ?? directory.text(0x0131)
    if findings.exifOrientation == nil, let orientation = directory.integer(0x0112), (1...8).contains(orientation) {
      findings.exifOrientation = orientation
    }
    if let rating = directory.integer(0x4746), (1...5).contains(rating) { findings.facts.rating = rating }
  }

  /// `modified`: DateTime of the first directory, whose offset and sub-seconds stand in this one.
  static func readPhoto(_ tiff: TIFFFile, _ exif: TIFFDirectory, modified: [UInt8]?, _ findings: inout Findings) {
    readDates(exif, modified: modified, &findings)
    readExposure(exif, &findings.facts.exposure)
    if let lens = exif.text(0xa434), findings.facts.camera.lens == nil { findings.facts.camera.lens = lens }
    if let note = exif[0x927c] { MakerNote.read(note.data, in: tiff, &findings) }
  }

  private static func readDates(_ exif: TIFFDirectory, modified: [UInt8]?, _ findings: inout Findings) {
    let anyOffset = exif.bytes(0x9010).flatMap(UTCOffset.parsed)
    func offer(_ text: [UInt8]?, _ fraction: Int, _ offset: Int, _ source: CaptureSource) {
      guard let text else { return }
      let utcOffset = exif.bytes(offset).flatMap(UTCOffset.parsed) ?? anyOffset
      findings.dates.offer(DateText(text, fraction: exif.bytes(fraction) ?? []), source, elsewhere: utcOffset)
    }
    offer(exif.bytes(0x9003), 0x9291, 0x9011, .exifOriginal)
    offer(exif.bytes(0x9004), 0x9292, 0x9012, .exifDigitized)
    offer(modified, 0x9290, 0x9010, .exifModified)
  }

  private static func readExposure(_ exif: TIFFDirectory, _ exposure: inout Exposure) {
    func positive(_ tag: Int) -> Double? { exif.real(tag).flatMap { $0 > 0 ? $0 : nil } }
    exposure.time = exposure.time ?? positive(0x829a)
    exposure.fNumber = exposure.fNumber ?? positive(0x829d)
    exposure.focalLength = exposure.focalLength ?? positive(0x920a)
    exposure.focalLength35 = exposure.focalLength35 ?? exif.integer(0xa405).flatMap { $0 > 0 ? $0 : nil }
    // 65535 means "see the longer tags".
    let iso = [0x8827, 0x8832, 0x8831, 0x8833].lazy.compactMap { exif.integer($0) }.first { $0 > 0 && $0 != 65535 }
    exposure.iso = exposure.iso ?? iso
  }
}
