// Agony
// SPDX-License-Identifier: Apache-2.0

/// The marker segments of a JPEG, up to the first scan.
struct JPEGSegments: Sequence, IteratorProtocol {
  struct Segment {
    let marker: UInt8
    let content: View

    /// A frame header, whatever the coding.
    var isFrame: Bool { (0xc0...0xcf).contains(marker) && marker != 0xc4 && marker != 0xc8 && marker != 0xcc }
  }

  private let view: View
  private var position = 2
  private var remaining = 2048

  /// Empty if the view does not begin as a JPEG.
  init(_ view: View) {
    self.view = view
    if view.u16(0) != 0xffd8 { remaining = 0 }
  }

  mutating func next() -> Segment? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    // Fill bytes, and what careless programs leave between segments.
    var skipped = 0
    while let byte = view[position], byte != 0xff, skipped < 4096 { (position, skipped) = (position + 1, skipped + 1) }
    while view[position] == 0xff, view[position + 1] == 0xff, skipped < 8192 {
      (position, skipped) = (position + 1, skipped + 1)
    }
    guard view[position] == 0xff, let marker = view[position + 1] else { return nil }
    if marker == 0 || marker == 0x01 || (0xd0...0xd8).contains(marker) {
      position += 2
      return Segment(marker: marker, content: view.prefix(0))
    }
    guard marker != 0xd9, marker != 0xda, let length = view.u16(position + 2), length >= 2 else { return nil }
    let content = view.from(position + 4).prefix(length - 2)
    position += 2 + length
    return Segment(marker: marker, content: content)
  }
}
