// Agony
// SPDX-License-Identifier: Apache-2.0

/// Fujifilm: a header, a JPEG with all metadata, and the sensor's data.
enum RAFReader {
  static func read(_ file: View, _ findings: inout Findings) {
    if let offset = file.u32(84), let length = file.u32(88), let jpeg = file.slice(offset, length) {
      JPEGReader.readPicture(jpeg, &findings)
      findings.addPreview(jpeg)
    }
    if let offset = file.u32(92), let length = file.u32(96) { readSize(file.from(offset).prefix(length), &findings) }
    findings.facts.orientation = findings.exifOrientation ?? 1
  }

  /// Records of tag, length, content; 0x0111 is the size after cropping.
  private static func readSize(_ records: View, _ findings: inout Findings) {
    guard let count = records.u32(0) else { return }
    var position = 4
    for _ in 0..<min(count, 256) {
      guard let tag = records.u16(position), let length = records.u16(position + 2) else { return }
      if tag == 0x0111 { findings.setSize(records.u16(position + 6), records.u16(position + 4)) }
      position += 4 + length
    }
  }
}
