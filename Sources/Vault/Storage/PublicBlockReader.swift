// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Finds the public block in whichever copy is sound; docs/format/vault-v1.md, section 2.
enum PublicBlockReader {
  struct Found {
    let block: PublicBlock
    /// Where `block` is, if the other copy is not sound or not the same.
    let onlyCopy: PublicBlock.Copy?
  }

  static func read(_ file: any StorageFile) throws(VaultError) -> Found {
    let length = try file.byteCount()
    switch copy(of: file, at: 0, length: length) {
    case .success(let first):
      let second = copy(of: file, at: first.geometry.secondPublicBlockOffset, length: length)
      return try choose(first: first, second: second, length: length)
    case .failure(let reason):
      guard let second = searchSecond(file, length: length) else { throw reason }
      guard length >= second.geometry.fileByteCount else { throw .damaged(.cutShort) }
      return Found(block: second, onlyCopy: .second)
    }
  }

  private static func choose(
    first: PublicBlock, second: Result<PublicBlock, VaultError>, length: Int64
  ) throws(VaultError) -> Found {
    var candidates = [Found(block: first, onlyCopy: .first)]
    if case .success(let second) = second {
      guard first.immutableHash == second.immutableHash else { throw .damaged(.publicBlock) }
      candidates =
        first == second
        ? [Found(block: first, onlyCopy: nil)] : candidates + [Found(block: second, onlyCopy: .second)]
    }
    let present = candidates.filter { length >= $0.block.geometry.fileByteCount }
    guard let found = present.max(by: { $0.block.geometry.rows < $1.block.geometry.rows }) else {
      throw .damaged(.cutShort)
    }
    return found
  }

  private static func searchSecond(_ file: any StorageFile, length: Int64) -> PublicBlock? {
    var distance = Int64(PublicBlock.brickByteCounts.lowerBound)
    while distance <= Int64(PublicBlock.brickByteCounts.upperBound) * 8 {
      let offset = Int64(PublicBlock.byteCount) + distance
      if case .success(let block) = copy(of: file, at: offset, length: length),
        block.geometry.rowByteCount == distance
      {
        return block
      }
      distance *= 2
    }
    return nil
  }

  /// A copy that is not sound, or that the disk cannot read, is a value.
  private static func copy(
    of file: any StorageFile, at offset: Int64, length: Int64
  ) -> Result<PublicBlock, VaultError> {
    guard offset + Int64(PublicBlock.byteCount) <= length else {
      return .failure(offset == 0 ? .notAVault : .damaged(.cutShort))
    }
    var bytes = [UInt8](repeating: 0, count: PublicBlock.byteCount)
    do {
      try bytes.withMutableRawBytes { (bytes) throws(VaultError) in
        try file.read(at: offset, into: bytes, direct: false)
      }
      return .success(try PublicBlock.decode(bytes))
    } catch {
      return .failure(error)
    }
  }
}
