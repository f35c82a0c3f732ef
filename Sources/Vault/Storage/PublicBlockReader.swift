// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// Finds the public block in whichever copy is sound; docs/format/vault-v1.md, section 2.
enum PublicBlockReader {
  static func read(_ file: any StorageFile) throws(VaultError) -> (block: PublicBlock, isWhole: Bool) {
    let length = try file.byteCount()
    switch try copy(of: file, at: 0, length: length) {
    case .success(let first):
      let second = try copy(of: file, at: first.geometry.secondPublicBlockOffset, length: length)
      return try choose(first: first, second: second, length: length)
    case .failure(let reason):
      guard let second = try searchSecond(file, length: length) else { throw reason }
      guard length >= second.geometry.fileByteCount else { throw .damaged(.cutShort) }
      return (second, false)
    }
  }

  private static func choose(
    first: PublicBlock, second: Result<PublicBlock, VaultError>, length: Int64
  ) throws(VaultError) -> (block: PublicBlock, isWhole: Bool) {
    var candidates = [first]
    var isWhole = false
    if case .success(let second) = second {
      guard first.immutableHash == second.immutableHash else { throw .damaged(.publicBlock) }
      candidates.append(second)
      isWhole = first == second
    }
    let present = candidates.filter { length >= $0.geometry.fileByteCount }
    guard let block = present.max(by: { $0.geometry.rows < $1.geometry.rows }) else { throw .damaged(.cutShort) }
    return (block, isWhole)
  }

  private static func searchSecond(_ file: any StorageFile, length: Int64) throws(VaultError) -> PublicBlock? {
    var distance = Int64(PublicBlock.brickByteCounts.lowerBound)
    while distance <= Int64(PublicBlock.brickByteCounts.upperBound) * 8 {
      let offset = Int64(PublicBlock.byteCount) + distance
      if case .success(let block) = try copy(of: file, at: offset, length: length),
        block.geometry.rowByteCount == distance
      {
        return block
      }
      distance *= 2
    }
    return nil
  }

  /// Throws only what the disk says; a copy that is not sound is a value.
  private static func copy(
    of file: any StorageFile, at offset: Int64, length: Int64
  ) throws(VaultError) -> Result<PublicBlock, VaultError> {
    guard offset + Int64(PublicBlock.byteCount) <= length else {
      return .failure(offset == 0 ? .notAVault : .damaged(.cutShort))
    }
    var bytes = [UInt8](repeating: 0, count: PublicBlock.byteCount)
    try bytes.withMutableRawBytes { (bytes) throws(VaultError) in
      try file.read(at: offset, into: bytes, direct: false)
    }
    do {
      return .success(try PublicBlock.decode(bytes))
    } catch {
      return .failure(error)
    }
  }
}
