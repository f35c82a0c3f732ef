// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@Suite("Ciphers")
struct CipherTests {
  @Test("XChaCha20-Poly1305 gives what its draft says")
  func draft() {
    let text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
    let key = SecretBytes(bytes: (0x80...0x9F).map { UInt8($0) })
    let nonce = (0x40...0x57).map { UInt8($0) }
    let context = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
    let sealed = Sealing.seal(Array(text.utf8), key: key, nonce: nonce, context: context)
    #expect(
      sealed.hex == "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39"
        + "ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
        + "21f9664c97637da9768812f615c68b13b52e" + "c0875924c1c7987947deafd8780acf49")
    #expect(Sealing.open(sealed, key: key, nonce: nonce, context: context) == Array(text.utf8))
  }

  @Test("A changed bit of ciphertext, tag, nonce, context or key is refused")
  func tampering() {
    let key = SecretBytes.random(count: 32)
    let nonce = Random.bytes(count: 24)
    let plain = Random.bytes(count: 100)
    let context: [UInt8] = [1, 2, 3]
    let sealed = Sealing.seal(plain, key: key, nonce: nonce, context: context)
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Sealing.open(changed, key: key, nonce: nonce, context: context) == nil)
    }
    for byte in 0..<24 {
      var changed = nonce
      changed[byte] ^= 1
      #expect(Sealing.open(sealed, key: key, nonce: changed, context: context) == nil)
    }
    for byte in 0..<32 {
      var changed = key.bytes
      changed[byte] ^= 1
      #expect(Sealing.open(sealed, key: SecretBytes(bytes: changed), nonce: nonce, context: context) == nil)
    }
    for other in [[], [1, 2], [1, 2, 3, 0], [1, 2, 4]] as [[UInt8]] {
      #expect(Sealing.open(sealed, key: key, nonce: nonce, context: other) == nil)
    }
    #expect(Sealing.open(sealed, key: key, nonce: nonce, context: context) == plain)
    let empty = Sealing.seal([], key: key, nonce: nonce)
    #expect(empty.count == 16 && Sealing.open(empty, key: key, nonce: nonce) == [])
  }

  /// zero(16) ‖ u64(chunk), the highest bit set for the last.
  private static func nonce(_ chunk: Int64, isLast: Bool) -> [UInt8] {
    let number = UInt64(chunk) | (isLast ? 1 << 63 : 0)
    return [UInt8](repeating: 0, count: 16) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  @Test("Chunks are sealed as libsodium seals them, and each opens what the other sealed")
  func chunks() throws {
    let key = SecretBytes.random(count: 32)
    let sealer = try ChunkCipher(key: key, direction: .seal)
    let opener = try ChunkCipher(key: key, direction: .open)
    let lengths = Array(0...300) + [511, 512, 513, 4079, 4080, 4096, 16_384, 65_519, 65_520, 65_521, 200_000]
    let numbers: [Int64] = [0, 1, 255, 256, 1 << 31, 1 << 32, 1 << 48, Int64.max]
    for (i, length) in lengths.enumerated() {
      let plain = Random.bytes(count: length)
      let chunk = numbers[i % numbers.count]
      for isLast in [false, true] {
        let nonce = CipherTests.nonce(chunk, isLast: isLast)
        let sealed = Sealing.seal(plain, sealer, chunk: chunk, isLast: isLast)
        #expect(sealed == Sealing.seal(plain, key: key, nonce: nonce), "\(length) bytes, chunk \(chunk)")
        #expect(Sealing.open(sealed, opener, chunk: chunk, isLast: isLast) == plain)
        #expect(Sealing.open(sealed, opener, chunk: chunk, isLast: !isLast) == nil)
        #expect(Sealing.open(sealed, opener, chunk: chunk ^ 1, isLast: isLast) == nil)
      }
    }
  }

  @Test("A chunk with a changed bit is refused, and the cipher goes on with the next")
  func changedChunks() throws {
    let key = SecretBytes.random(count: 32)
    let sealer = try ChunkCipher(key: key, direction: .seal)
    let opener = try ChunkCipher(key: key, direction: .open)
    for length in [1, 16, 64, 1000] {
      let plain = Random.bytes(count: length)
      let sealed = Sealing.seal(plain, sealer, chunk: 3, isLast: true)
      for byte in Array(0..<min(length, 40)) + Array(length..<(length + 16)) {
        var changed = sealed
        changed[byte] ^= 0x10
        #expect(Sealing.open(changed, opener, chunk: 3, isLast: true) == nil)
        #expect(Sealing.open(sealed, opener, chunk: 3, isLast: true) == plain)
      }
      #expect(Sealing.open(Array(sealed.dropLast()), opener, chunk: 3, isLast: true) == nil)
    }
    let other = try ChunkCipher(key: SecretBytes.random(count: 32), direction: .open)
    #expect(Sealing.open(Sealing.seal([1], sealer, chunk: 0, isLast: true), other, chunk: 0, isLast: true) == nil)
  }

  @Test("Noise never repeats, between calls of any length and between streams")
  func noise() {
    var blocks: Set<[UInt8]> = []
    var blockCount = 0
    for _ in 0..<20 {
      let stream = NoiseStream()
      for count in [16, 64, 1 << 16, 100, 4096, 65, 64, 4096] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBytes { stream.fill($0) }
        for start in stride(from: 0, to: count - 15, by: 16) {
          blocks.insert(Array(bytes[start..<(start + 16)]))
          blockCount += 1
        }
      }
    }
    #expect(blocks.count == blockCount)
  }

  @Test("Noise overwrites all it is given, whatever was there, and nothing beside it")
  func noiseBounds() {
    let stream = NoiseStream(key: SecretBytes(bytes: [UInt8](repeating: 1, count: 32)))
    let again = NoiseStream(key: SecretBytes(bytes: [UInt8](repeating: 1, count: 32)))
    for count in [0, 1, 63, 64, 65, 5000] {
      var zero = [UInt8](repeating: 0, count: count + 2)
      var full = [UInt8](repeating: 0xFF, count: count + 2)
      zero.withUnsafeMutableBytes { stream.fill(UnsafeMutableRawBufferPointer(rebasing: $0[1..<(count + 1)])) }
      full.withUnsafeMutableBytes { again.fill(UnsafeMutableRawBufferPointer(rebasing: $0[1..<(count + 1)])) }
      #expect(zero[1..<(count + 1)] == full[1..<(count + 1)])
      #expect(zero[0] == 0 && zero[count + 1] == 0 && full[0] == 0xFF && full[count + 1] == 0xFF)
    }
  }

  @Test("Random numbers below a bound are below it, and all of them come")
  func below() {
    for bound in [1, 2, 3, 8] {
      var seen: Set<Int> = []
      for _ in 0..<500 {
        let number = Random.below(bound)
        #expect((0..<bound).contains(number))
        seen.insert(number)
      }
      #expect(seen.count == bound)
    }
    #expect(Set((0..<100).map { _ in Random.bytes(count: 16) }).count == 100)
  }
}
