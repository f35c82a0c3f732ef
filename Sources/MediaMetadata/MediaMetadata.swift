// Agony
// SPDX-License-Identifier: Apache-2.0

/// Reads what files tell of themselves. Decodes nothing, never fails and never traps: a damaged or hostile file merely
/// tells less. Work and memory are bounded: at most 64 MiB are read of any file, and of films only their tables.
package enum MediaMetadata {
  /// `latest`: µs since 1970 as for `CaptureTime.microseconds`; times beyond it are taken for a broken clock.
  package static func read(_ source: some ByteSource, latest: Int64? = nil) -> MediaFacts {
    let file = View(Input(source, budget: Budget(), isFile: true))
    var findings = Findings(latest: latest)
    let format = FormatDetector.format(of: file)
    findings.facts.format = format
    if let format { read(file, format, &findings) }
    findings.facts.capture = findings.dates.best
    return findings.facts.bounded()
  }

  private static func read(_ file: View, _ format: FileFormat, _ findings: inout Findings) {
    switch format {
    case .jpeg: JPEGReader.read(file, &findings)
    case .png: PNGReader.read(file, &findings)
    case .gif: GIFReader.read(file, &findings)
    case .webp: WebPReader.read(file, &findings)
    case .bmp: BMPReader.read(file, &findings)
    case .heic, .heif, .avif: HEIFReader.read(file, &findings)
    case .jxl: JPEGXLReader.read(file, &findings)
    case .jp2: JPEG2000Reader.read(file, &findings)
    case .tiff, .dng, .nef, .cr2, .arw, .pef, .srw, .orf, .rw2: TIFFReader.read(file, format, &findings)
    case .cr3: CR3Reader.read(file, &findings)
    case .raf: RAFReader.read(file, &findings)
    case .crw, .mrw, .x3f: break
    case .mp4, .mov, .m4v, .threeGP: MovieReader.read(file, &findings)
    case .mkv, .webm: MatroskaReader.read(file, &findings)
    case .avi: AVIReader.read(file, &findings)
    }
  }
}
