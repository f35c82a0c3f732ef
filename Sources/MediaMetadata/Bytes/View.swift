// Agony
// SPDX-License-Identifier: Apache-2.0

/// A part of a file. Every read is checked: outside there is nothing.
struct View {
  let input: Input
  /// Within the input, as is all of the view.
  let start: Int
  let count: Int

  init(_ input: Input) {
    self.init(input, start: 0, count: input.byteCount)
  }

  private init(_ input: Input, start: Int, count: Int) {
    self.input = input
    self.start = start
    self.count = count
  }

  /// Where the view lies in the file; nil if its bytes were put together from several places.
  var range: ByteRange? {
    input.isFile ? ByteRange(offset: start, count: count) : nil
  }

  subscript(offset: Int) -> UInt8? {
    holds(offset, 1) ? input.byte(at: start + offset) : nil
  }

  func u16(_ offset: Int, _ order: ByteOrder = .big) -> Int? {
    integer(offset, byteCount: 2, order)
  }

  func u32(_ offset: Int, _ order: ByteOrder = .big) -> Int? {
    integer(offset, byteCount: 4, order)
  }

  /// Nil too if the value is 2⁶³ or more.
  func u64(_ offset: Int, _ order: ByteOrder = .big) -> Int? {
    integer(offset, byteCount: 8, order)
  }

  func i32(_ offset: Int, _ order: ByteOrder = .big) -> Int? {
    u32(offset, order).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  /// An unsigned integer of 0 to 8 bytes; one of no bytes is 0.
  func integer(_ offset: Int, byteCount: Int, _ order: ByteOrder = .big) -> Int? {
    guard (0...8).contains(byteCount), holds(offset, byteCount) else { return nil }
    guard byteCount > 0 else { return 0 }
    return input.integer(at: start + offset, byteCount: byteCount, order).flatMap { Int(exactly: $0) }
  }

  func fourCC(_ offset: Int) -> FourCC? {
    u32(offset).map { FourCC(code: UInt32(truncatingIfNeeded: $0)) }
  }

  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard holds(offset, text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { letters in
      letters.indices.allSatisfy { self[offset + $0] == letters[$0] }
    }
  }

  /// Nil unless all of it lies within this view.
  func slice(_ offset: Int, _ count: Int) -> View? {
    holds(offset, count) ? View(input, start: start + offset, count: count) : nil
  }

  /// From `offset` on; empty if that is outside.
  func from(_ offset: Int) -> View {
    guard (0...count).contains(offset) else { return View(input, start: start, count: 0) }
    return View(input, start: start + offset, count: count - offset)
  }

  /// The first `count` bytes, or all.
  func prefix(_ count: Int) -> View {
    View(input, start: start, count: min(max(0, count), self.count))
  }

  /// All bytes; nil if they are more than `limit`, or cannot be had.
  func bytes(atMost limit: Int) -> [UInt8]? {
    count <= limit ? input.bytes(at: start, count: count) : nil
  }

  /// Text as cameras write it: ends at a NUL, spaces around it dropped. Nil if nothing is left.
  func text(atMost limit: Int = 256) -> String? {
    prefix(limit).bytes(atMost: limit).flatMap(Text.decoded)
  }

  private func holds(_ offset: Int, _ count: Int) -> Bool {
    offset >= 0 && count >= 0 && count <= self.count && offset <= self.count - count
  }
}
