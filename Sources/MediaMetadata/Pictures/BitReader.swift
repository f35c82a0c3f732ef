// Agony
// SPDX-License-Identifier: Apache-2.0

/// Bits of a view, the lowest of each byte first.
struct BitReader {
  private let view: View
  private var position = 0

  init(_ view: View) {
    self.view = view
  }

  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for i in 0..<min(count, 32) {
      guard let byte = view[position / 8] else { return nil }
      value |= Int(byte >> UInt8(position % 8) & 1) << i
      position += 1
    }
    return value
  }
}
