// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Glibc
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
  @Test("Nothing that prints, reflects or dumps a secret shows a byte of it")
  func nothingShown() {
    let secret = SecretBytes(bytes: Array("correct horse".utf8))
    struct Holder {
      let secret: SecretBytes
      let optional: SecretBytes?
    }
    let holder = Holder(secret: secret, optional: secret)
    var dumped = ""
    dump(secret, to: &dumped)
    dump(holder, to: &dumped)
    dump([secret], to: &dumped)
    let shown = [
      dumped, "\(secret)", String(describing: secret), String(reflecting: secret), "\(holder)", "\([secret])",
      String(reflecting: holder),
    ].joined()
    #expect(!shown.contains("correct") && !shown.contains("horse"))
    // Neither as numbers, nor where they lie.
    #expect(!shown.contains("99") && !shown.contains("111") && !shown.contains("0x"))
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(Mirror(reflecting: secret).superclassMirror == nil)
  }

  @Test("A secret's memory is locked and kept out of core dumps, and its neighbours cannot be touched")
  func memory() {
    let secret = SecretBytes.random(count: 32)
    let builder = SecretBytesBuilder(count: 100)
    let addresses = [
      secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }, UInt(bitPattern: builder.bytes.baseAddress),
    ]
    let maps = SecretBytesTests.memoryMaps()
    for address in addresses {
      let flags = SecretBytesTests.flags(of: address, in: maps)
      #expect(flags.contains("lo") && flags.contains("dd"), "\(flags)")
    }
    withExtendedLifetime((secret, builder)) {}
  }

  /// Read to its end: the system gives it piece by piece.
  private static func memoryMaps() -> String {
    let descriptor = open("/proc/self/smaps", O_RDONLY)
    defer { close(descriptor) }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &block, block.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += block[0..<count]
    }
  }

  private static func flags(of address: UInt, in maps: String) -> [Substring] {
    var isInside = false
    for line in maps.split(separator: "\n") {
      let bounds = (line.split(separator: " ").first ?? "").split(separator: "-")
      if bounds.count == 2, let start = UInt(bounds[0], radix: 16), let end = UInt(bounds[1], radix: 16) {
        isInside = (start..<end).contains(address)
      } else if isInside, line.hasPrefix("VmFlags:") {
        return line.split(separator: " ")
      }
    }
    return []
  }

  @Test("Writing to a finished secret ends the process")
  func readOnly() async {
    await #expect(processExitsWith: .failure) {
      let secret = SecretBytes.random(count: 32)
      secret.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress)?.storeBytes(of: 1, as: UInt8.self) }
    }
  }

  @Test("An error while it is filled leaves no secret")
  func failing() {
    #expect(throws: CryptoError.notAuthentic) {
      try SecretBytes(count: 32) { (_) throws(CryptoError) in throw .notAuthentic }
    }
  }

  @Test("Comparing looks at length and content")
  func comparing() {
    func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
      a.withUnsafeBytes { a in b.withUnsafeBytes { b in SecretBytes.areEqual(a, b) } }
    }
    #expect(areEqual([1, 2, 3], [1, 2, 3]) && areEqual([], []))
    #expect(!areEqual([1, 2, 3], [1, 2, 4]) && !areEqual([1, 2, 3], [1, 2]) && !areEqual([], [0]))
    let secret = SecretBytes(bytes: [1, 2, 3, 4])
    #expect(secret[1..<3].bytes == [2, 3] && secret.count == 4)
  }
}
