// Agony
// SPDX-License-Identifier: Apache-2.0

/// What stands before each message on a request's stream: its kind and its length.
package struct FrameHeader: Sendable, Equatable {
  package enum Kind: UInt32, Sendable {
    /// App to worker, first: a `MediaRequest`.
    case request = 0x4147_5251
    /// Worker to app: a `RangeRequest`.
    case range = 0x4147_5247
    /// App to worker: bytes of the file; fewer than asked for only at its end, none if it cannot be read.
    case bytes = 0x4147_4259
    /// Worker to app, last: a `MediaReply`.
    case reply = 0x4147_5259
  }

  package static let byteCount = 8

  package var kind: Kind
  /// Bytes that follow.
  package var length: Int

  package init(kind: Kind, length: Int) {
    self.kind = kind
    self.length = length
  }

  package var encoded: [UInt8] {
    var writer = WireWriter()
    writer.append(kind.rawValue)
    writer.append(UInt32(length))
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    guard let kind = Kind(rawValue: try reader.integer()) else { throw .malformed }
    self.kind = kind
    length = Int(try reader.integer(UInt32.self))
    let limit =
      switch kind {
      case .request: MediaLimits.requestByteCount
      case .range: RangeRequest.byteCount
      case .bytes: MediaLimits.rangeByteCount
      case .reply: MediaLimits.replyByteCount
      }
    guard length <= limit else { throw .malformed }
    try reader.end()
  }
}
