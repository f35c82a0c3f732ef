// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// What everyone may know of a vault; docs/format/vault-v1.md, section 2.
package struct PublicBlock: Sendable, Equatable {
  package static let byteCount = 4096
  package static let version: UInt32 = 1
  package static let brickByteCounts = 64 << 10...4 << 20
  package static let kdfMemoryKiB = 65_536...4_194_304
  package static let kdfPasses = 3...16

  private static let magic: [UInt8] = [0x41, 0x47, 0x4F, 0x4E, 0x59, 0x0D, 0x0A, 0x1A]
  private static let immutableByteCount = 64
  private static let checksumOffset = 4064
  #if AGONY_PLANTED_LEAKS
    static let leakOffset = 4056
  #else
    private static let leakOffset = checksumOffset
  #endif

  enum Copy: Sendable {
    case first, second

    var other: Copy { self == .first ? .second : .first }

    func offset(in geometry: VaultGeometry) -> Int64 { self == .first ? 0 : geometry.secondPublicBlockOffset }
  }

  package var geometry: VaultGeometry
  package let kdfMemoryKiB: Int
  package let kdfPasses: Int
  /// 32 random bytes.
  package let salt: [UInt8]

  package init(geometry: VaultGeometry, kdfMemoryKiB: Int, kdfPasses: Int, salt: [UInt8]) {
    self.geometry = geometry
    self.kdfMemoryKiB = kdfMemoryKiB
    self.kdfPasses = kdfPasses
    self.salt = salt
  }

  package func encode() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: PublicBlock.byteCount)
    bytes.withUnsafeMutableBytes { block in
      block.set(PublicBlock.magic, at: 0)
      block.set(PublicBlock.version, at: 8)
      block.set(UInt32(geometry.rooms), at: 12)
      block.set(UInt32(geometry.brickByteCount), at: 16)
      block.set(UInt32(kdfMemoryKiB), at: 20)
      block.set(UInt32(kdfPasses), at: 24)
      block.set(salt, at: 32)
      block.set(UInt64(geometry.rows), at: 64)
      let summed = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(block)[0..<PublicBlock.checksumOffset])
      block.set(SHA256.hash(summed), at: PublicBlock.checksumOffset)
    }
    return bytes
  }

  /// H: SHA-256 of the bytes that never change.
  package var immutableHash: [UInt8] { SHA256.hash(Array(encode()[0..<PublicBlock.immutableByteCount])) }

  package static func decode(_ bytes: [UInt8]) throws(VaultError) -> PublicBlock {
    guard bytes.count == byteCount, bytes.starts(with: magic) else { throw .notAVault }
    return try bytes.withRawBytes { (block) throws(VaultError) in
      let version = block.uint32(at: 8)
      guard version == PublicBlock.version else { throw .unsupportedVersion(version) }
      let summed = UnsafeRawBufferPointer(rebasing: block[0..<checksumOffset])
      guard SHA256.hash(summed).elementsEqual(block[checksumOffset..<byteCount]) else { throw .damaged(.publicBlock) }
      let rooms = Int(block.uint32(at: 12))
      let brick = Int(block.uint32(at: 16))
      let memory = Int(block.uint32(at: 20))
      let passes = Int(block.uint32(at: 24))
      let rows = block.uint64(at: 64)
      guard
        [1, 2, 4, 8].contains(rooms), brickByteCounts.contains(brick), brick & (brick - 1) == 0,
        kdfMemoryKiB.contains(memory), kdfPasses.contains(passes), block.uint32(at: 28) == 0,
        rows <= VaultGeometry.maximumRoomPageCount / (brick / VaultGeometry.pageByteCount),
        VaultGeometry.isOnLadder(Int(rows)), block.isZero(72..<leakOffset)
      else { throw .damaged(.parameters) }
      return PublicBlock(
        geometry: VaultGeometry(rooms: rooms, brickByteCount: brick, rows: Int(rows)),
        kdfMemoryKiB: memory, kdfPasses: passes, salt: Array(block[32..<64]))
    }
  }
}
