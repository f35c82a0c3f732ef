// Agony
// SPDX-License-Identifier: Apache-2.0

extension UnsafeRawBufferPointer {
  func uint32(at offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  func uint64(at offset: Int) -> UInt64 { UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }

  /// A page number: six bytes.
  func uint48(at offset: Int) -> Int {
    Int(uint32(at: offset)) | Int(UInt16(littleEndian: loadUnaligned(fromByteOffset: offset + 4, as: UInt16.self)))
      << 32
  }

  func isZero(_ range: Range<Int>) -> Bool { self[range].allSatisfy { $0 == 0 } }
}

extension UnsafeMutableRawBufferPointer {
  func set(_ value: UInt32, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt32.self)
  }
  func set(_ value: UInt64, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  func set48(_ value: Int, at offset: Int) {
    set(UInt32(truncatingIfNeeded: value), at: offset)
    storeBytes(of: UInt16(truncatingIfNeeded: value >> 32).littleEndian, toByteOffset: offset + 4, as: UInt16.self)
  }

  func set(_ bytes: some Collection<UInt8>, at offset: Int) {
    UnsafeMutableRawBufferPointer(rebasing: self[offset..<(offset + bytes.count)]).copyBytes(from: bytes)
  }
}

extension [UInt8] {
  /// The label of a derivation or a sealing: ASCII text, then fields.
  init(label: StaticString, _ fields: [UInt8]...) {
    self = label.withUTF8Buffer { Array($0) }
    for field in fields { append(contentsOf: field) }
  }

  static func uint64(_ value: UInt64) -> [UInt8] { Swift.withUnsafeBytes(of: value.littleEndian) { Array($0) } }
}
