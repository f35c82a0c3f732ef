// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A file damaged in a way that its seed tells.
struct Mutation {
  let seed: UInt64

  func applied(to original: [UInt8]) -> [UInt8] {
    guard !original.isEmpty else { return [] }
    var random = SeededRandom(seed: seed)
    var bytes = original
    for _ in 0...Int.random(in: 0..<6, using: &random) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 2:
        // Lengths and offsets are where it hurts.
        let extreme: [[UInt8]] = [
          [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 0], [0x7f, 0xff, 0xff, 0xff], [0x80, 0, 0, 0], [0, 0, 0, 1],
        ]
        let value = extreme[Int.random(in: 0..<extreme.count, using: &random)]
        for (i, byte) in value.enumerated() where place + i < bytes.count { bytes[place + i] = byte }
      case 3: bytes.removeLast(bytes.count - place)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1..<64, using: &random)))
      case 5:
        let end = min(bytes.count, place + Int.random(in: 1..<64, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
      default:
        let from = Int.random(in: 0..<bytes.count, using: &random)
        for i in 0..<min(8, bytes.count - max(from, place)) { bytes[place + i] = bytes[from + i] }
      }
    }
    return bytes
  }
}
