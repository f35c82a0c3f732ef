// Agony
// SPDX-License-Identifier: Apache-2.0

/// The worker asks for a piece of a long file.
package struct RangeRequest: Sendable, Equatable {
  package static let byteCount = 12

  package var offset: Int64
  /// At most `MediaLimits.rangeByteCount`.
  package var count: Int

  package init(offset: Int64, count: Int) {
    self.offset = offset
    self.count = count
  }

  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(offset)
    writer.append(UInt32(count))
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    offset = try reader.integer(in: 0...Int64.max >> 1)
    count = Int(try reader.integer(in: 1...UInt32(MediaLimits.rangeByteCount)))
    try reader.end()
  }
}
