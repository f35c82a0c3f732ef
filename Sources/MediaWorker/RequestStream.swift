// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem
internal import Glibc
internal import MediaWire

/// One request's side of the stream to the app. Blocking; the app's end closing makes every call fail.
final class RequestStream {
  private let socket: Int32

  init(socket: Int32) {
    self.socket = socket
  }

  func send(_ kind: FrameHeader.Kind, _ bytes: [UInt8]) -> Bool {
    let message = FrameHeader(kind: kind, length: bytes.count).encoded + bytes
    return message.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = agony_media_send_bytes(socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, 1)
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// The length of the next message if it is of this kind.
  private func header(_ kind: FrameHeader.Kind) -> Int? {
    var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
    guard bytes.withUnsafeMutableBytes({ fill($0) }), let header = try? FrameHeader(decoding: bytes),
      header.kind == kind
    else { return nil }
    return header.length
  }

  func receive(_ kind: FrameHeader.Kind) -> [UInt8]? {
    guard let length = header(kind) else { return nil }
    var bytes = [UInt8](repeating: 0, count: length)
    return bytes.withUnsafeMutableBytes({ fill($0) }) ? bytes : nil
  }

  /// Receives a message into `buffer`; nil if it is of another kind or longer.
  func receive(_ kind: FrameHeader.Kind, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard let length = header(kind), length <= buffer.count else { return nil }
    return fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<length])) ? length : nil
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let count = read(socket, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      filled += count
    }
    return true
  }
}
