// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaDecoding
internal import MediaWire

/// A long file whose bytes the app is asked for, with one window of read-ahead.
final class RangeInput: MediaInput {
  private static let windowByteCount = 256 << 10
  /// Longest file that is taken into memory whole for a decoder that needs that.
  private static let wholeByteCount = 512 << 20

  let byteCount: Int
  private let stream: RequestStream
  private let window = UnsafeMutableRawBufferPointer.allocate(byteCount: windowByteCount, alignment: 64)
  private var held = 0..<0
  private var all: UnsafeMutableRawBufferPointer?

  init(stream: RequestStream, byteCount: Int) {
    self.stream = stream
    self.byteCount = byteCount
  }

  deinit {
    window.deallocate()
    all?.deallocate()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count, offset >= 0, offset < byteCount - done {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = piece(at: offset + done, into: rest)
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  private func piece(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if !held.contains(offset) {
      if buffer.count >= Self.windowByteCount { return fetch(offset, into: buffer) }
      held = offset..<offset + fetch(offset, into: window)
    }
    let count = min(buffer.count, held.upperBound - offset)
    guard count > 0 else { return 0 }
    let start = offset - held.lowerBound
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[start..<start + count]))
    return count
  }

  private func fetch(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, byteCount - offset, MediaLimits.rangeByteCount)
    guard count > 0, stream.send(.range, RangeRequest(offset: Int64(offset), count: count).encoded) else { return 0 }
    return stream.receive(.bytes, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])) ?? 0
  }

  func whole() -> UnsafeRawBufferPointer? {
    if let all { return UnsafeRawBufferPointer(all) }
    guard byteCount > 0, byteCount <= Self.wholeByteCount else { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
    guard read(at: 0, into: buffer) == byteCount else {
      buffer.deallocate()
      return nil
    }
    all = buffer
    return UnsafeRawBufferPointer(buffer)
  }
}
