// Agony
// SPDX-License-Identifier: Apache-2.0

/// A walk through bytes with bounds: big-endian integers, and boxes of ISO base media files. Reading past the end gives
/// nil, and nil again.
struct BoxReader {
  private let bytes: UnsafeRawBufferPointer
  /// Offsets into the file, from which `bytes` is taken.
  private(set) var position: Int
  let end: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(bytes, 0..<bytes.count)
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  mutating func skip(_ count: Int) {
    position = count <= remaining ? position + count : end
  }

  /// A big-endian integer of 0 to 8 bytes.
  mutating func integer(_ byteCount: Int) -> Int? {
    guard (0...8).contains(byteCount), byteCount <= remaining else {
      position = end
      return nil
    }
    var value: UInt64 = 0
    for offset in 0..<byteCount { value = value << 8 | UInt64(bytes[position + offset]) }
    position += byteCount
    return Int(exactly: value)
  }

  mutating func type() -> FourCC? {
    integer(4).map { FourCC(rawValue: UInt32($0)) }
  }

  /// The rest, as a range of the file.
  var rest: Range<Int> { position..<end }

  /// The next box: its type, and its content to read. Nil at the end, or at a box that is larger than what it lies in.
  mutating func box() -> (type: FourCC, content: BoxReader)? {
    let start = position
    guard remaining >= 8, var length = integer(4), let type = type() else { return nil }
    if length == 1 {
      guard let long = integer(8) else { return nil }
      length = long
    } else if length == 0 {
      length = end - start
    }
    guard length >= position - start, length <= end - start else { return nil }
    defer { position = start + length }
    return (type, BoxReader(bytes, position..<start + length))
  }

  /// Version and flags of a full box.
  mutating func fullBox() -> (version: Int, flags: Int)? {
    guard let version = integer(1), let flags = integer(3) else { return nil }
    return (version, flags)
  }
}
