// Agony
// SPDX-License-Identifier: Apache-2.0

enum JPEG2000Reader {
  static func read(_ file: View, _ findings: inout Findings) {
    let header = file.box("jp2h", "ihdr")
    findings.setSize(header?.u32(4), header?.u32(0))
    for box in BoxWalk(file) where box.type == "uuid" {
      if XMPBox.isXMP(box.content) { XMPReader.read(box.content.from(16), &findings) }
      if box.content.has("JpgTiffExif->JP2") { EXIFReader.read(block: box.content.from(16), &findings) }
    }
  }
}
