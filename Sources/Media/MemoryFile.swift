// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem
internal import Glibc

/// A file in memory, filled once and then sealed: whoever has it can neither change nor shorten it.
enum MemoryFile {
  private static let pieceByteCount = 4 << 20

  /// Reads the whole source into one.
  static func filled(from source: some MediaSource) throws(MediaFailure) -> Descriptor {
    let byteCount = Int(source.byteCount)
    let number = agony_media_memory_file(byteCount)
    guard number >= 0 else { throw .unavailable }
    let file = Descriptor(number)
    if byteCount > 0 { try fill(number, from: source, byteCount: byteCount) }
    guard agony_media_seal(number) == 0 else { throw .unavailable }
    return file
  }

  private static func fill(_ number: Int32, from source: some MediaSource, byteCount: Int) throws(MediaFailure) {
    guard let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0), address != MAP_FAILED
    else { throw .unavailable }
    // A mapping that may write would forbid the seal.
    defer { munmap(address, byteCount) }
    var filled = 0
    while filled < byteCount {
      let piece = UnsafeMutableRawBufferPointer(start: address + filled, count: min(pieceByteCount, byteCount - filled))
      guard let count = try? source.read(at: Int64(filled), into: piece), (1...piece.count).contains(count) else {
        throw .unreadable
      }
      filled += count
    }
  }
}
