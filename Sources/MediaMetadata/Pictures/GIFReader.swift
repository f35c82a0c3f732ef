// Agony
// SPDX-License-Identifier: Apache-2.0

enum GIFReader {
  static func read(_ file: View, _ findings: inout Findings) {
    findings.setSize(file.u16(6, .little), file.u16(8, .little))
    guard let flags = file[10] else { return }
    var position = 13 + colourTable(flags)
    var frames = 0
    // Two frames are an animation; how many more there are matters to nobody.
    for _ in 0..<200_000 {
      switch file[position] {
      case 0x21:
        if file.has("NETSCAPE2.0", at: position + 3) || file.has("ANIMEXTS1.0", at: position + 3) { frames += 1 }
        position += 2
      case 0x2c:
        frames += 1
        guard let local = file[position + 9] else { return }
        position += 11 + colourTable(local)
      default:
        return
      }
      if frames > 1 {
        findings.facts.isAnimated = true
        return
      }
      guard skipBlocks(file, &position) else { return }
    }
  }

  private static func colourTable(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func skipBlocks(_ file: View, _ position: inout Int) -> Bool {
    while let length = file[position] {
      position += 1 + Int(length)
      if length == 0 { return true }
    }
    return false
  }
}
