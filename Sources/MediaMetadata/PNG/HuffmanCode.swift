// Agony
// SPDX-License-Identifier: Apache-2.0

/// A canonical prefix code of deflate.
struct HuffmanCode {
  /// How many codes there are of each length, 0–15.
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [Int] = []

  static let fixedLiterals = HuffmanCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))

  /// Lengths of 0–15 bits, by symbol.
  init(lengths: [UInt8]) {
    for length in lengths { counts[Int(length & 15)] += 1 }
    for length in 1..<16 where counts[length] > 0 {
      symbols += lengths.indices.filter { Int(lengths[$0]) == length }
    }
  }

  enum Step {
    case more
    case symbol(Int)
    case invalid
  }

  /// Takes a code bit by bit.
  struct Decoder {
    fileprivate let counts: [Int]
    fileprivate let symbols: [Int]
    private var (code, first, index, length) = (0, 0, 0, 0)

    fileprivate init(_ counts: [Int], _ symbols: [Int]) {
      (self.counts, self.symbols) = (counts, symbols)
    }

    mutating func step(_ bit: Int) -> Step {
      length += 1
      guard length < 16 else { return .invalid }
      code |= bit
      let count = counts[length]
      if code - first < count {
        let position = index + code - first
        return symbols.indices.contains(position) ? .symbol(symbols[position]) : .invalid
      }
      index += count
      first = (first + count) << 1
      code <<= 1
      return .more
    }
  }

  var decoder: Decoder { Decoder(counts, symbols) }
}
