// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("A space")
struct SpaceTests {
  @Test(
    "Pages and parts come back after reopening, and the free map is what is in use", arguments: [64 << 10, 4 << 20])
  func roundTrip(brickByteCount: Int) throws {
    let geometry = VaultGeometry(rooms: 2, brickByteCount: brickByteCount, rows: brickByteCount == 4 << 20 ? 1 : 64)
    let small = try SmallVault(geometry: geometry)
    var pages: [Int: [UInt8]] = [:]
    var parts: [(Part, [UInt8])] = []
    var generator = SeededRandom(seed: 1)
    for round in 0..<20 {
      let space = try small.open(0)
      for _ in 0..<10 {
        let number = Int.random(in: 0..<90, using: &generator)
        let page = generator.bytes(4096)
        try page.withUnsafeBytes { try space.writeIndexPage(number, from: $0) }
        pages[number] = page
      }
      let content = generator.bytes(Int.random(in: 1...200_000, using: &generator))
      let writer = try space.makePartWriter(expectedByteCount: round % 2 == 0 ? Int64(content.count) : 0)
      try content.withUnsafeBytes { try writer.write($0) }
      let (part, _) = try writer.finish()
      space.adopt(part)
      parts.append((part, content))
      if parts.count > 5 { space.release(parts.removeFirst().0) }
      try space.commit()
      let again = try small.open(0)
      for (number, page) in pages {
        var read = [UInt8](repeating: 0, count: 4096)
        try read.withUnsafeMutableBytes { try again.readIndexPage(number, into: $0) }
        #expect(read == page)
      }
      for (part, content) in parts {
        var read = [UInt8](repeating: 0, count: content.count)
        try read.withUnsafeMutableBytes { try again.read(part, at: 0, into: $0) }
        #expect(read == content)
      }
      let report = try again.check(parts: parts.map(\.0), repair: false) { _, _ in }
      #expect(report.isWhole, "round \(round): \(report)")
    }
  }
}
