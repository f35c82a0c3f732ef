// Agony
// SPDX-License-Identifier: Apache-2.0

/// Builds a message: fixed-width integers, little-endian, and byte strings after their 32-bit length.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ value: Bool) {
    bytes.append(value ? 1 : 0)
  }

  package mutating func append(_ value: Double) {
    append(value.bitPattern)
  }

  /// Length and bytes; at most 4 GiB.
  package mutating func append(_ value: [UInt8]) {
    append(UInt32(value.count))
    bytes.append(contentsOf: value)
  }

  /// As UTF-8.
  package mutating func append(_ value: String) {
    append(UInt32(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  /// One byte that says whether there is a value, and the value.
  package mutating func append<Value>(optional value: Value?, with encode: (inout WireWriter, Value) -> Void) {
    append(value != nil)
    if let value { encode(&self, value) }
  }
}
