// Agony
// SPDX-License-Identifier: Apache-2.0

enum BMPReader {
  static func read(_ file: View, _ findings: inout Findings) {
    if file.u32(14, .little) == 12 {
      findings.setSize(file.u16(18, .little), file.u16(20, .little))
    } else {
      // A negative height means rows from the top.
      findings.setSize(file.i32(18, .little), file.i32(22, .little).map { abs($0) })
    }
  }
}
