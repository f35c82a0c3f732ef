// Agony
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Vault

@Suite("Geometry")
struct GeometryTests {
  @Test(
    "Worked sizes of the format document hold",
    arguments: [(1, 4, 16_785_408), (4, 16, 67_117_056), (64, 256, 1_073_750_016), (4096, 16_384, 68_719_484_928)])
  func workedSizes(rows: Int, roomMiB: Int, fileByteCount: Int64) {
    let geometry = VaultGeometry(rooms: 4, brickByteCount: 4 << 20, rows: rows)
    #expect(geometry.roomByteCount == Int64(roomMiB) << 20)
    #expect(geometry.fileByteCount == fileByteCount)
    #expect(geometry.offset(ofPage: min(1024, geometry.roomPageCount - 1), room: 3) > 0)
    let layout = RoomLayout(geometry)
    #expect(layout.reservedPages == [0, 1, 2, 256, 258, 512, 513, 514, 768, 770])
  }

  @Test("Public blocks and pages of all rooms cover the file exactly once", arguments: [1, 2, 4, 8], [1, 3, 5])
  func bijection(rooms: Int, rows: Int) {
    let geometry = VaultGeometry(rooms: rooms, brickByteCount: 64 << 10, rows: rows)
    var offsets: Set<Int64> = [0, geometry.secondPublicBlockOffset]
    for room in 0..<rooms {
      for page in 0..<geometry.roomPageCount {
        let offset = geometry.offset(ofPage: page, room: room)
        #expect(offset % 4096 == 0 && offset >= 4096 && offset + 4096 <= geometry.fileByteCount)
        #expect(offsets.insert(offset).inserted, "page \(page) of room \(room)")
      }
    }
    #expect(Int64(offsets.count) * 4096 == geometry.fileByteCount)
  }

  @Test("Enlarging moves no page")
  func enlargingMovesNothing() {
    let small = VaultGeometry(rooms: 4, brickByteCount: 64 << 10, rows: 3)
    let large = VaultGeometry(rooms: 4, brickByteCount: 64 << 10, rows: 40)
    for room in 0..<4 {
      for page in 0..<small.roomPageCount {
        #expect(small.offset(ofPage: page, room: room) == large.offset(ofPage: page, room: room))
      }
    }
    #expect(small.secondPublicBlockOffset == large.secondPublicBlockOffset)
    #expect(RoomLayout(small) == RoomLayout(large))
  }

  /// As the document has it: 1, 2, 3, 4, then 5·2^k, 6·2^k, 7·2^k, 8·2^k.
  private static let ladder: [Int] = [1, 2, 3, 4] + (0..<30).flatMap { k in (5...8).map { $0 << k } }

  @Test("A number of rows is on the ladder if and only if the document has it")
  func onLadder() {
    let ladder = Set(GeometryTests.ladder)
    for rows in -1...5000 { #expect(VaultGeometry.isOnLadder(rows) == ladder.contains(rows), "\(rows)") }
    for rows in ladder where rows > 16 {
      #expect(VaultGeometry.isOnLadder(rows))
      #expect(!VaultGeometry.isOnLadder(rows + 1) && !VaultGeometry.isOnLadder(rows - 1))
    }
  }

  @Test("A size is taken up to the smallest step that holds it, and a step stays as it is", arguments: [1, 2, 4, 8])
  func atLeast(rooms: Int) throws {
    let row = Int64(rooms) << 22
    var generator = SeededRandom(seed: UInt64(rooms))
    var sizes = (0..<2000).map { _ in Int64.random(in: row...(row << 24), using: &generator) }
    sizes += GeometryTests.ladder.prefix(60).flatMap { [Int64($0) * row, Int64($0) * row + 1] }
    for size in sizes {
      let geometry = try VaultGeometry.onLadder(atLeast: size, rooms: rooms)
      let expected = GeometryTests.ladder.first { Int64($0) * row >= size }
      #expect(geometry.rows == expected, "\(size)")
      #expect(try VaultGeometry.onLadder(atLeast: Int64(geometry.rows) * row, rooms: rooms) == geometry)
    }
    for size in [-1, 0, 1, row - 1, 1 << 60, Int64.max] {
      #expect(throws: VaultError.self) { try VaultGeometry.onLadder(atLeast: size, rooms: rooms) }
    }
  }
}
