// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A buffered, blocking writer to a descriptor it doesn't own.
final class DescriptorSink: ByteSink {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var failure: Int32 = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func write(_ bytes: [UInt8]) {
    guard failure == 0 else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= 32_768 { flush() }
  }

  func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == 0 else { return }
    buffer.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let written = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
        if written >= 0 {
          offset += written
        } else if errno == EAGAIN {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wanted, 1, -1)
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
  }
}
