// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem
internal import Glibc
internal import MediaDecoding

/// A file that came whole, in a sealed memory file.
final class MemoryFileInput: MediaInput {
  private let bytes: UnsafeRawBufferPointer

  /// Nil if it cannot be mapped. Who sent it vouches for the seals, without which it could shrink under the decoder.
  init?(descriptor: Int32, byteCount: Int) {
    guard byteCount > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let flags = MAP_PRIVATE | Int32(MAP_POPULATE)
    guard let address = mmap(nil, byteCount, PROT_READ, flags, descriptor, 0), address != MAP_FAILED else { return nil }
    bytes = UnsafeRawBufferPointer(start: address, count: byteCount)
  }

  var byteCount: Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    return count
  }

  func whole() -> UnsafeRawBufferPointer? { bytes }
}
