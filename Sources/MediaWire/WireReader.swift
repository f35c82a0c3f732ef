// Agony
// SPDX-License-Identifier: Apache-2.0

/// Takes a message apart, trusting nothing in it.
package struct WireReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func take(_ count: Int) throws(WireError) -> Range<Int> {
    guard count >= 0, count <= bytes.count - position else { throw .cutShort }
    defer { position += count }
    return position..<position + count
  }

  package mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
    let range = try take(MemoryLayout<Value>.size)
    return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: type)) }
  }

  /// An integer inside `limits`; any other is malformed.
  package mutating func integer<Value: FixedWidthInteger>(in limits: ClosedRange<Value>) throws(WireError) -> Value {
    let value = try integer(Value.self)
    guard limits.contains(value) else { throw .malformed }
    return value
  }

  package mutating func bool() throws(WireError) -> Bool {
    try integer(in: UInt8(0)...1) == 1
  }

  /// A finite number.
  package mutating func double() throws(WireError) -> Double {
    let value = Double(bitPattern: try integer())
    guard value.isFinite else { throw .malformed }
    return value
  }

  /// A byte string of at most `limit` bytes.
  package mutating func byteString(atMost limit: Int) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt32.self))
    guard count <= limit else { throw .malformed }
    return Array(bytes[try take(count)])
  }

  /// Text of at most `limit` bytes of valid UTF-8.
  package mutating func text(atMost limit: Int) throws(WireError) -> String {
    guard let text = String(validating: try byteString(atMost: limit), as: UTF8.self) else { throw .malformed }
    return text
  }

  package mutating func optional<Value>(
    _ read: (inout WireReader) throws(WireError) -> Value
  ) throws(WireError) -> Value? {
    try bool() ? try read(&self) : nil
  }

  /// Refuses a message with bytes left over.
  package func end() throws(WireError) {
    guard position == bytes.count else { throw .malformed }
  }
}
