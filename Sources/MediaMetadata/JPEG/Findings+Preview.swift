// Agony
// SPDX-License-Identifier: Apache-2.0

extension Findings {
  /// Takes a JPEG inside a RAW file as its preview, if it is one and the largest so far. What the JPEG tells of the shot
  /// fills gaps.
  mutating func addPreview(_ view: View?) {
    guard let view, let range = view.range, Self.isOrdinary(view) else { return }
    var inner = Findings(latest: dates.latest)
    JPEGReader.readPicture(view, &inner)
    guard let width = inner.facts.width, let height = inner.facts.height else { return }
    if inner.exifOrientation != nil || inner.facts.camera.make != nil { fill(from: inner) }
    let area = facts.preview.map { $0.width * $0.height } ?? 0
    guard width * height > area else { return }
    facts.preview = EmbeddedPreview(
      range: range, width: width, height: height, orientation: inner.exifOrientation ?? exifOrientation ?? 1)
  }

  private mutating func fill(from inner: Findings) {
    exifOrientation = exifOrientation ?? inner.exifOrientation
    dates.offer(all: inner.dates)
    facts.location = facts.location ?? inner.facts.location
    facts.camera.make = facts.camera.make ?? inner.facts.camera.make
    facts.camera.model = facts.camera.model ?? inner.facts.camera.model
    facts.camera.lens = facts.camera.lens ?? inner.facts.camera.lens
    facts.camera.software = facts.camera.software ?? inner.facts.camera.software
    if facts.exposure == Exposure() { facts.exposure = inner.facts.exposure }
  }

  /// Baseline, extended or progressive, with 8 bits: what a viewer can show. RAW data may be JPEG without loss.
  private static func isOrdinary(_ view: View) -> Bool {
    guard let frame = JPEGSegments(view).first(where: \.isFrame) else { return false }
    return (0xc0...0xc2).contains(frame.marker) && frame.content[0] == 8
  }
}
