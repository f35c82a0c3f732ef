// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Reads one part piece by piece. Its key is derived once: locked memory for it costs more than opening a few chunks.
///
/// Used by one thread at a time.
package final class PartReader {
  private let space: Space
  private let part: Part
  private let cipher: ChunkCipher

  fileprivate init(_ space: Space, _ part: Part) throws(VaultError) {
    self.space = space
    self.part = part
    do {
      cipher = try ChunkCipher(key: space.keys.part(seed: part.seed), direction: .open)
    } catch {
      throw .outOfMemory
    }
  }

  /// Reads `bytes.count` bytes from `offset` on, which must lie within the part. `.damaged(.object)` if a chunk does not open; `bytes` then has
  /// no meaning. With `bypassingCache` what comes is what the disk holds.
  package func read(
    at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, bypassingCache: Bool = false
  ) throws(VaultError) {
    try space.read(part, with: cipher, at: offset, into: bytes, bypassingCache: bypassingCache)
  }
}

extension Space {
  package func makePartReader(_ part: Part) throws(VaultError) -> PartReader { try PartReader(self, part) }
}
