// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem
internal import Glibc
internal import MediaWire

/// The app's side of one request: sends it, serves ranges of the file, and takes the answer, trusting nothing that comes.
struct FileStream: ~Copyable {
  private let socket: Descriptor
  private let deadline: Deadline

  init(socket: consuming Descriptor, deadline: Deadline) {
    self.socket = socket
    self.deadline = deadline
  }

  func send(_ kind: FrameHeader.Kind, _ bytes: [UInt8]) throws(MediaFailure) {
    if let failure = bytes.withUnsafeBytes({ send(kind, $0) }) { throw failure }
  }

  private func send(_ kind: FrameHeader.Kind, _ bytes: UnsafeRawBufferPointer) -> MediaFailure? {
    let header = FrameHeader(kind: kind, length: bytes.count).encoded
    return header.withUnsafeBytes { transmit($0) } ?? transmit(bytes)
  }

  private func transmit(_ bytes: UnsafeRawBufferPointer) -> MediaFailure? {
    var sent = 0
    while sent < bytes.count {
      guard deadline.waitToWrite(socket.number) else { return .timedOut }
      let count = agony_media_send_bytes(socket.number, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, 0)
      if count < 0, errno == EAGAIN { continue }
      guard count > 0 else { return .crashed(signal: 0) }
      sent += count
    }
    return nil
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> MediaFailure? {
    var filled = 0
    while filled < buffer.count {
      guard deadline.waitToRead(socket.number) else { return .timedOut }
      let count = recv(socket.number, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .crashed(signal: 0) }
      filled += count
    }
    return nil
  }

  private func receive(_ count: Int) throws(MediaFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    if let failure = bytes.withUnsafeMutableBytes({ fill($0) }) { throw failure }
    return bytes
  }

  /// Serves the worker until it answers. `rangeByteLimit` bounds what it may ask for in all.
  func reply(
    serving source: some MediaSource, rangeByteLimit: Int64
  ) throws(MediaFailure) -> MediaReply {
    var served: Int64 = 0
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: MediaLimits.rangeByteCount, alignment: 64)
    defer { window.deallocate() }
    while true {
      let opening = try receive(FrameHeader.byteCount)
      guard let header = try? FrameHeader(decoding: opening) else { throw .misbehaved }
      let message = try receive(header.length)
      switch header.kind {
      case .reply:
        guard let reply = try? MediaReply(decoding: message) else { throw .misbehaved }
        return reply
      case .range:
        guard let range = try? RangeRequest(decoding: message), range.offset < source.byteCount else {
          throw .misbehaved
        }
        served += Int64(range.count)
        guard served <= rangeByteLimit else { throw .misbehaved }
        let part = UnsafeMutableRawBufferPointer(rebasing: window[..<range.count])
        guard let count = try? source.read(at: range.offset, into: part), (0...range.count).contains(count) else {
          throw .unreadable
        }
        if let failure = send(.bytes, UnsafeRawBufferPointer(rebasing: part[..<count])) { throw failure }
      case .request, .bytes:
        throw .misbehaved
      }
    }
  }
}
