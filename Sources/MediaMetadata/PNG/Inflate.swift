// Agony
// SPDX-License-Identifier: Apache-2.0

/// Unpacks zlib streams (RFC 1950, 1951), for the short texts of PNG. Checksums are not looked at.
struct Inflate {
  private let input: [UInt8]
  private let limit: Int
  private var position: Int
  private var held: UInt32 = 0
  private var heldCount = 0
  private var output: [UInt8] = []

  /// Nil if the stream is damaged; what is beyond `limit` bytes is left out.
  static func zlib(_ input: [UInt8], atMost limit: Int) -> [UInt8]? {
    guard input.count > 2, input[0] & 15 == 8 else { return nil }
    var inflate = Inflate(input: input, limit: limit, position: 2)
    return inflate.run() ? inflate.output : nil
  }

  private init(input: [UInt8], limit: Int, position: Int) {
    self.input = input
    self.limit = limit
    self.position = position
  }

  private mutating func run() -> Bool {
    var isLast = false
    while !isLast, output.count < limit {
      guard let last = bits(1), let kind = bits(2) else { return false }
      isLast = last == 1
      let isWhole: Bool
      switch kind {
      case 0: isWhole = stored()
      case 1: isWhole = block(HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances)
      case 2: isWhole = dynamic()
      default: isWhole = false
      }
      guard isWhole else { return false }
    }
    return true
  }

  private mutating func bits(_ count: Int) -> Int? {
    while heldCount < count {
      guard position < input.count else { return nil }
      held |= UInt32(input[position]) << UInt32(heldCount)
      position += 1
      heldCount += 8
    }
    let value = held & ((1 << UInt32(count)) - 1)
    held >>= UInt32(count)
    heldCount -= count
    return Int(value)
  }

  private mutating func stored() -> Bool {
    (held, heldCount) = (0, 0)
    guard input.count - position >= 4 else { return false }
    let count = Int(input[position]) | Int(input[position + 1]) << 8
    position += 4
    guard count <= input.count - position else { return false }
    output += input[position..<position + count]
    position += count
    return true
  }

  private mutating func symbol(_ code: HuffmanCode) -> Int? {
    var decoder = code.decoder
    while let bit = bits(1) {
      switch decoder.step(bit) {
      case .more: continue
      case .symbol(let symbol): return symbol
      case .invalid: return nil
      }
    }
    return nil
  }

  private mutating func dynamic() -> Bool {
    guard let literals = bits(5), let distances = bits(5), let lengths = bits(4) else { return false }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for i in 0..<lengths + 4 {
      guard let length = bits(3) else { return false }
      codeLengths[order[i]] = UInt8(length)
    }
    let total = literals + 257 + distances + 1
    let code = HuffmanCode(lengths: codeLengths)
    var all: [UInt8] = []
    while all.count < total {
      guard let symbol = symbol(code) else { return false }
      switch symbol {
      case 0..<16: all.append(UInt8(symbol))
      case 16:
        guard let last = all.last, let count = bits(2) else { return false }
        all += [UInt8](repeating: last, count: count + 3)
      default:
        guard let count = symbol == 17 ? bits(3).map({ $0 + 3 }) : bits(7).map({ $0 + 11 }) else { return false }
        all += [UInt8](repeating: 0, count: count)
      }
    }
    guard all.count == total else { return false }
    return block(
      HuffmanCode(lengths: Array(all[..<(literals + 257)])), HuffmanCode(lengths: Array(all[(literals + 257)...])))
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthExtras = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]

  private mutating func block(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while output.count < limit {
      guard let literal = symbol(literals) else { return false }
      if literal < 256 {
        output.append(UInt8(literal))
        continue
      }
      if literal == 256 { return true }
      let index = literal - 257
      guard index < Self.lengthBases.count, let extra = bits(Self.lengthExtras[index]), let code = symbol(distances),
        code < Self.distanceBases.count, let far = bits(max(0, code / 2 - 1))
      else { return false }
      let distance = Self.distanceBases[code] + far
      guard distance <= output.count else { return false }
      for _ in 0..<Self.lengthBases[index] + extra { output.append(output[output.count - distance]) }
    }
    return true
  }
}
