// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where an empty buffer points: C functions declare their pointers non-null even for a length of zero.
// Never read or written through.
private nonisolated(unsafe) let nowhere = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

extension UnsafeRawBufferPointer {
  var bytes: UnsafePointer<UInt8> { (baseAddress ?? UnsafeRawPointer(nowhere)).assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
  var bytes: UnsafeMutablePointer<UInt8> { (baseAddress ?? nowhere).assumingMemoryBound(to: UInt8.self) }
}

extension [UInt8] {
  /// `withUnsafeBytes` with a typed error.
  package func withRawBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
    try span.withUnsafeBytes(body)
  }

  /// `withUnsafeMutableBytes` with a typed error.
  package mutating func withMutableRawBytes<T, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    var span = mutableSpan
    return try span.withUnsafeMutableBytes(body)
  }
}
