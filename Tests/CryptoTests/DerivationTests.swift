// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing

@Suite("Derivation of keys")
struct DerivationTests {
  @Test("HKDF gives what RFC 5869 says")
  func hkdf() {
    let longKey = (0...0x4F).map { UInt8($0) }
    let cases: [(key: [UInt8], salt: [UInt8], info: [UInt8], expected: String)] = [
      (
        [UInt8](repeating: 0x0B, count: 22), (0...12).map { UInt8($0) }, (0xF0...0xF9).map { UInt8($0) },
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        longKey, (0x60...0xAF).map { UInt8($0) }, (0xB0...0xFF).map { UInt8($0) },
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da32"
          + "75600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (
        [UInt8](repeating: 0x0B, count: 22), [], [],
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ]
    for (key, salt, info, expected) in cases {
      let output = HKDF.derive(SecretBytes(bytes: key), salt: salt, info: info, count: expected.count / 2)
      #expect(output.bytes.hex == expected)
      for count in [1, 31, 32, 33, 42] {
        let prefix = HKDF.derive(SecretBytes(bytes: key), salt: salt, info: info, count: count)
        #expect(output.bytes.starts(with: prefix.bytes.prefix(42)))
      }
    }
    let longest = HKDF.derive(SecretBytes(bytes: longKey), salt: [], info: [], count: 255 * 32)
    #expect(Set(stride(from: 0, to: longest.count, by: 32).map { longest[$0..<($0 + 32)].bytes }).count == 255)
  }

  private struct Vectors: Decodable {
    struct Argon: Decodable {
      let passwordAsTypedHex, passwordHex, saltHex, mHex: String
      let passes, memoryKiB: Int
    }
    let argon2id: Argon
  }

  @Test("Argon2id gives what another implementation gave, from the password as it was typed")
  func argon2id() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "EndToEnd/vectors.json")
    let expected = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).argon2id
    let password = try [UInt8](hex: expected.passwordAsTypedHex).withUnsafeBytes { try PasswordText.normalize($0) }
    #expect(password.bytes.hex == expected.passwordHex)
    let derived = try Argon2id.derive(
      password: password, salt: [UInt8](hex: expected.saltHex), passes: expected.passes, memoryKiB: expected.memoryKiB)
    #expect(derived.bytes.hex == expected.mHex)
  }

  @Test("Passwords that differ only behind byte 72, or by a NUL, are stretched to different keys")
  func noTruncation() throws {
    let long = [UInt8](repeating: 0x61, count: 72)
    let passwords = [long, long + [0x62], long + [0x63], [0x61, 0x62], [0x61, 0x62, 0], [0x61, 0x62, 0, 0x63]]
    let keys = try passwords.map { password in
      let secret = try password.withUnsafeBytes { try PasswordText.normalize($0) }
      return try Argon2id.derive(
        password: secret, salt: [UInt8](repeating: 1, count: 16), passes: 1, memoryKiB: 8
      ).bytes
    }
    #expect(Set(keys).count == passwords.count)
  }

  @Test("Memory that cannot be had is an error, not a crash and not a key")
  func outOfMemory() {
    let password = SecretBytes(bytes: [1])
    #expect(throws: CryptoError.outOfMemory) {
      try Argon2id.derive(
        password: password, salt: [UInt8](repeating: 1, count: 16), passes: 3, memoryKiB: 1 << 42)
    }
  }

  @Test("SHA-256 of a stream is that of its bytes, whatever its pieces")
  func sha256() {
    #expect(SHA256.hash([]).hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hash(Array("abc".utf8)).hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 63, 64, 65, 4096, 99_999] {
      let hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { hash.update($0) }
      }
      #expect(hash.finish() == SHA256.hash(bytes))
    }
  }
}
