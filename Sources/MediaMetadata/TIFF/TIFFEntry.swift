// Agony
// SPDX-License-Identifier: Apache-2.0

/// One tagged value, or a row of them.
struct TIFFEntry {
  let type: Int
  /// How many values there are; all of them lie in `data`.
  let count: Int
  let data: View
  private let order: ByteOrder

  /// Nil if the type is unknown, or the values lie outside the file. Text may run past the end: it is cut there.
  init?(_ entry: View, in file: TIFFFile, wordSize: Int) {
    order = file.order
    guard let type = entry.u16(2, order), let count = entry.integer(4, byteCount: wordSize, order),
      let size = Self.sizes[type], let byteCount = count.times(size)
    else { return nil }
    self.type = type
    self.count = count
    if byteCount <= wordSize {
      guard let inside = entry.slice(4 + wordSize, byteCount) else { return nil }
      data = inside
    } else if let offset = entry.integer(4 + wordSize, byteCount: wordSize, order), offset > 0 {
      if let outside = file.view.slice(offset, byteCount) {
        data = outside
      } else if type == 2, offset < file.view.count {
        data = file.view.from(offset)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
  ]

  func integer(_ index: Int = 0) -> Int? {
    guard (0..<count).contains(index) else { return nil }
    switch type {
    case 1, 7: return data[index].map(Int.init)
    case 3: return data.u16(index * 2, order)
    case 4, 13: return data.u32(index * 4, order)
    case 6: return data[index].map { Int(Int8(bitPattern: $0)) }
    case 8: return data.u16(index * 2, order).map { Int(Int16(truncatingIfNeeded: $0)) }
    case 9: return data.i32(index * 4, order)
    case 16, 18: return data.u64(index * 8, order)
    default: return nil
    }
  }

  /// A number of any kind; nil if a fraction has no denominator.
  func real(_ index: Int = 0) -> Double? {
    guard (0..<count).contains(index) else { return nil }
    switch type {
    case 5, 10:
      let read = type == 5 ? data.u32 : data.i32
      guard let numerator = read(index * 8, order), let denominator = read(index * 8 + 4, order), denominator != 0
      else { return nil }
      return Double(numerator) / Double(denominator)
    case 11:
      return data.u32(index * 4, order).map { Double(Float(bitPattern: UInt32($0))) }.flatMap { $0.isFinite ? $0 : nil }
    default:
      return integer(index).map(Double.init)
    }
  }

  /// The first `limit` values.
  func integers(atMost limit: Int) -> [Int] {
    (0..<min(count, limit)).compactMap { integer($0) }
  }
}
