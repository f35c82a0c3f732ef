// Agony
// SPDX-License-Identifier: Apache-2.0

/// TIFF, and the RAW formats that are TIFF underneath.
enum TIFFReader {
  static func format(of tiff: TIFFFile) -> FileFormat? {
    switch tiff.variant {
    case .olympus: return .orf
    case .panasonic: return .rw2
    case .big: return .tiff
    case .classic: break
    }
    if tiff.view.u16(8) == 0x4352, tiff.view[10] == 2 { return .cr2 }
    guard let first = tiff.directory(at: tiff.firstDirectory) else { return tiff.firstDirectory >= 8 ? .tiff : nil }
    if first[0xc612] != nil { return .dng }
    // A preview first and the picture elsewhere, or a maker's own coding.
    let isRaw =
      first.integer(0x00fe) == 1 || first[0x014a] != nil
      || [32767, 32769, 32770, 34713, 65535].contains(first.integer(0x0103))
    guard isRaw, let make = first.text(0x010f)?.uppercased() else { return .tiff }
    let makers: [(String, FileFormat)] = [
      ("NIKON", .nef), ("SONY", .arw), ("PENTAX", .pef), ("RICOH", .pef), ("SAMSUNG", .srw),
    ]
    return makers.first { make.hasPrefix($0.0) }?.1 ?? .tiff
  }

  static func read(_ file: View, _ format: FileFormat, _ findings: inout Findings) {
    guard let tiff = TIFFFile(file) else { return }
    let chain = tiff.chain
    guard let first = chain.first else { return }
    EXIFReader.read(tiff, first, &findings)
    XMPReader.read(first[0x02bc]?.data, &findings)
    if let record = first[0x83bb] { PhotoshopReader.readIPTC(record.data, &findings) }
    if let resources = first[0x8649] { PhotoshopReader.read(resources.data, &findings) }
    findings.add(profile: first[0x8773]?.data.range.map { ColourProfile(ranges: [$0]) })

    let inner = chain.flatMap { $0[0x014a]?.integers(atMost: 16) ?? [] }.prefix(16).compactMap(tiff.directory)
    let exif = first.integer(0x8769).flatMap(tiff.directory)
    if format.isRaw {
      let previews = RawPreviews(tiff, chain + inner, exif: exif)
      previews.addFacts(&findings)
      setRawSize(format, chain + inner, exif: exif, &findings)
    } else {
      findings.setSize(first.integer(0x0100), first.integer(0x0101))
    }
    findings.facts.orientation = findings.exifOrientation ?? 1
  }

  private static func setRawSize(
    _ format: FileFormat, _ directories: [TIFFDirectory], exif: TIFFDirectory?, _ findings: inout Findings
  ) {
    if format == .rw2, let first = directories.first, let top = first.integer(4), let left = first.integer(5),
      let bottom = first.integer(6), let right = first.integer(7)
    {
      return findings.setSize(right - left, bottom - top)
    }
    if format != .dng, let width = exif?.integer(0xa002), let height = exif?.integer(0xa003), width > 0, height > 0 {
      return findings.setSize(width, height)
    }
    var best = 0
    for directory in directories where format != .dng || directory.integer(0x00fe) == 0 {
      let crop = directory[0xc620].flatMap { crop in crop.real(0).flatMap { w in crop.real(1).map { (w, $0) } } }
      let cropped = crop.flatMap { (w, h) in
        Int(exactly: w.rounded()).flatMap { w in Int(exactly: h.rounded()).map { (w, $0) } }
      }
      let whole = directory.integer(0x0100).flatMap { w in directory.integer(0x0101).map { (w, $0) } }
      guard let size = cropped ?? whole, let area = size.0.times(size.1), area > best else { continue }
      best = area
      findings.setSize(size.0, size.1)
    }
  }
}
