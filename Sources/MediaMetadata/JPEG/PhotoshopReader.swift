// Agony
// SPDX-License-Identifier: Apache-2.0

/// Photoshop's resource blocks, for the IPTC record in them.
enum PhotoshopReader {
  static func read(_ resources: View, _ findings: inout Findings) {
    var position = 0
    for _ in 0..<256 {
      guard resources.has("8BIM", at: position), let id = resources.u16(position + 4),
        let nameLength = resources[position + 6]
      else { return }
      // Name and data are padded to even lengths; the name counts its length byte.
      let data = position + 6 + (Int(nameLength) + 2) / 2 * 2
      guard let size = resources.u32(data) else { return }
      if id == 0x0404 { readIPTC(resources.from(data + 4).prefix(size), &findings) }
      position = data + 4 + size + size % 2
    }
  }

  /// Data sets of record 2: the day and the time of creation.
  static func readIPTC(_ record: View, _ findings: inout Findings) {
    var position = 0
    var date: [UInt8]?
    var time: [UInt8]?
    for _ in 0..<512 {
      guard record[position] == 0x1c, let size = record.u16(position + 3), size < 0x8000 else { break }
      let content = record.from(position + 5).prefix(size)
      if record[position + 1] == 2, record[position + 2] == 55 { date = date ?? content.bytes(atMost: 16) }
      if record[position + 1] == 2, record[position + 2] == 60 { time = time ?? content.bytes(atMost: 16) }
      position += 5 + size
    }
    guard let date else { return }
    let separator: [UInt8] = [0x20]
    findings.dates.offer(DateText(date + separator + (time ?? [])), .iptc)
  }
}
