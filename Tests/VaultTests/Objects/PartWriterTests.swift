// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("Parts")
struct PartWriterTests {
  private static let buffer = 16 * 65_520

  @Test(
    "A source read to its end comes back whole, whatever its length",
    arguments: [1, 4079, 4080, 4081, 65_519, 65_520, 65_521, buffer - 1, buffer, buffer + 1, 2 * buffer, 4 * buffer])
  func filledFromSource(length: Int) throws {
    let small = try SmallVault(geometry: VaultGeometry(rooms: 2, brickByteCount: 1 << 20, rows: 8))
    let space = try small.open(0)
    var generator = SeededRandom(seed: UInt64(length))
    let source = generator.bytes(length)
    let writer = try space.makePartWriter(expectedByteCount: Int64(length))
    var done = 0
    // Short reads too, as a pipe gives them.
    while try writer.fill({ free in
      let count = min(free.count, source.count - done, done % 3 == 0 ? .max : 1000)
      source.copy(done..<(done + count), into: UnsafeMutableRawBufferPointer(rebasing: free[0..<count]))
      done += count
      return count
    }) > 0 {}
    let (part, hash) = try writer.finish()
    space.adopt(part)
    try space.commit()
    #expect(part.byteCount == Int64(length))
    #expect(part.extents.reduce(0) { $0 + $1.pageCount } == Part.pageCount(forByteCount: Int64(length)))
    let again = try small.open(0)
    #expect(try again.content(of: part) == source)
    let check = ContentHash()
    source.withUnsafeBytes { check.update($0) }
    #expect(hash == check.finish())
  }
}
