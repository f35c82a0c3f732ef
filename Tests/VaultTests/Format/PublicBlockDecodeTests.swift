// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Reading the public block")
struct PublicBlockDecodeTests {
  private static let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 2)

  private static func block(_ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    let block = PublicBlock(
      geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3, salt: [UInt8](repeating: 0x5A, count: 32))
    var bytes = block.encode()
    change(&bytes)
    return bytes
  }

  private static func summed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = block(change)
    bytes.replaceSubrange(4064..<4096, with: SHA256.hash(Array(bytes[0..<4064])))
    return bytes
  }

  private static func set(_ bytes: inout [UInt8], _ offset: Int, _ value: UInt32) {
    for i in 0..<4 { bytes[offset + i] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(i))) }
  }

  private static func file(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xEE, count: Int(geometry.fileByteCount))
    bytes.replaceSubrange(0..<4096, with: first)
    bytes.replaceSubrange(
      Int(geometry.secondPublicBlockOffset)..<Int(geometry.secondPublicBlockOffset) + 4096, with: second)
    return bytes
  }

  private static func open(_ bytes: [UInt8]) throws(VaultError) -> VaultFile {
    try VaultFile(MemoryFile(bytes), isWritable: true)
  }

  @Test("One flipped bit in either copy opens from the other and is told; in both it is refused")
  func bitFlips() throws {
    let sound = PublicBlockDecodeTests.block()
    #expect(try PublicBlockDecodeTests.open(PublicBlockDecodeTests.file(sound, sound)).publicBlockIsWhole)
    let bits = Array(0..<(80 * 8)) + Array(stride(from: 80 * 8, to: 4064 * 8, by: 331)) + Array((4064 * 8)..<(4096 * 8))
    for bit in bits {
      let flipped = PublicBlockDecodeTests.block { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
      for content in [(flipped, sound), (sound, flipped)] {
        let vault = try PublicBlockDecodeTests.open(PublicBlockDecodeTests.file(content.0, content.1))
        #expect(!vault.publicBlockIsWhole && vault.geometry == PublicBlockDecodeTests.geometry, "bit \(bit)")
      }
      #expect(throws: VaultError.self, "bit \(bit)") {
        try PublicBlockDecodeTests.open(PublicBlockDecodeTests.file(flipped, flipped))
      }
    }
  }

  @Test("Parameters outside their ranges are refused in a sound block, whatever the checksum says")
  func ranges() {
    let refused: [(offset: Int, value: UInt32)] = [
      (12, 0), (12, 3), (12, 16), (12, .max), (16, 0), (16, 4096), (16, 65_535), (16, 98_304), (16, 8 << 20),
      (16, .max), (20, 0), (20, 65_535), (20, 4_194_305), (20, .max), (24, 0), (24, 2), (24, 17), (24, .max), (28, 1),
      (64, 0), (64, 9), (64, 11), (64, .max), (68, 1), (68, .max), (72, 1), (4060, 1),
    ]
    for (offset, value) in refused {
      let bytes = PublicBlockDecodeTests.summed { PublicBlockDecodeTests.set(&$0, offset, value) }
      #expect(throws: VaultError.damaged(.parameters), "\(value) at \(offset)") { try PublicBlock.decode(bytes) }
      #expect(throws: VaultError.self) { try PublicBlockDecodeTests.open(PublicBlockDecodeTests.file(bytes, bytes)) }
    }
    let floor = PublicBlockDecodeTests.summed { PublicBlockDecodeTests.set(&$0, 20, 65_536) }
    #expect(throws: Never.self) { try PublicBlock.decode(floor) }
  }

  @Test("Another version is refused as such, before anything else is believed")
  func version() {
    for version in [0, 2, 1 << 31] as [UInt32] {
      let bytes = PublicBlockDecodeTests.block { PublicBlockDecodeTests.set(&$0, 8, version) }
      #expect(throws: VaultError.unsupportedVersion(version)) {
        try PublicBlockDecodeTests.open(PublicBlockDecodeTests.file(bytes, bytes))
      }
    }
  }

  @Test("Two sound copies that disagree in what never changes are refused; in R alone, the larger that is there holds")
  func disagreement() throws {
    let sound = PublicBlockDecodeTests.block()
    for (offset, value) in [(20, 65_537), (24, 4), (32, 7)] as [(Int, UInt32)] {
      let other = PublicBlockDecodeTests.summed { PublicBlockDecodeTests.set(&$0, offset, value) }
      #expect(throws: VaultError.damaged(.publicBlock)) {
        try PublicBlockDecodeTests.open(PublicBlockDecodeTests.file(sound, other))
      }
    }
    let longer = PublicBlockDecodeTests.summed { PublicBlockDecodeTests.set(&$0, 64, 3) }
    let row = [UInt8](repeating: 0xEE, count: Int(PublicBlockDecodeTests.geometry.rowByteCount))
    for content in [(sound, longer), (longer, sound)] {
      let short = PublicBlockDecodeTests.file(content.0, content.1)
      let tooShort = try PublicBlockDecodeTests.open(short + row.dropLast())
      #expect(tooShort.geometry.rows == 2 && !tooShort.publicBlockIsWhole)
      let present = try PublicBlockDecodeTests.open(short + row)
      #expect(present.geometry.rows == 3 && !present.publicBlockIsWhole)
    }
  }

  @Test("A file cut short anywhere is refused without a crash")
  func cutShort() throws {
    let whole = PublicBlockDecodeTests.file(PublicBlockDecodeTests.block(), PublicBlockDecodeTests.block())
    let second = Int(PublicBlockDecodeTests.geometry.secondPublicBlockOffset)
    for length in [0, 1, 7, 8, 63, 64, 72, 4095] {
      #expect(throws: VaultError.notAVault, "\(length)") { try PublicBlockDecodeTests.open(Array(whole[0..<length])) }
    }
    for length in [
      4096, 4097, 8192, second - 1, second, second + 4095, second + 4096, whole.count - 4096, whole.count - 1,
    ] {
      #expect(throws: VaultError.damaged(.cutShort), "\(length)") {
        try PublicBlockDecodeTests.open(Array(whole[0..<length]))
      }
    }
    #expect(try PublicBlockDecodeTests.open(whole + [0]).publicBlockIsWhole)
    var withoutFirst = whole
    withoutFirst[0] ^= 1
    #expect(throws: VaultError.self) { try PublicBlockDecodeTests.open(withoutFirst.dropLast()) }
  }

  @Test("What is not a vault is not taken for one", arguments: 0..<4)
  func strangers(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let noise = generator.bytes(300_000)
    #expect(throws: VaultError.notAVault) { try PublicBlockDecodeTests.open(noise) }
    #expect(throws: VaultError.notAVault) { try PublicBlockDecodeTests.open([UInt8](repeating: 0, count: 300_000)) }
  }

  @Test("The second copy is found for every size of a row there can be")
  func search() throws {
    for rooms in [1, 2, 4, 8] {
      for shift in 16...22 {
        let geometry = VaultGeometry(rooms: rooms, brickByteCount: 1 << shift, rows: 1)
        guard geometry.fileByteCount < 9 << 20 else { continue }
        let block = PublicBlock(
          geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3, salt: [UInt8](repeating: 1, count: 32))
        var bytes = [UInt8](repeating: 0, count: Int(geometry.fileByteCount))
        let second = Int(geometry.secondPublicBlockOffset)
        bytes.replaceSubrange(second..<(second + 4096), with: block.encode())
        #expect(try PublicBlockDecodeTests.open(bytes).geometry == geometry)
      }
    }
  }
}
