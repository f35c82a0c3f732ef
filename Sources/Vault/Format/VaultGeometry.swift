// Agony
// SPDX-License-Identifier: Apache-2.0

/// Sizes of a vault and where things lie in it; docs/format/vault-v1.md, section 3.
package struct VaultGeometry: Sendable, Equatable {
  package static let pageByteCount = 4096
  package static let defaultBrickByteCount = 4 << 20
  static let maximumRoomPageCount = 1 << 48 - 2

  /// N: 1, 2, 4 or 8.
  package let rooms: Int
  /// B: 4 MiB outside tests.
  package let brickByteCount: Int
  /// R: on the ladder.
  package let rows: Int

  package init(rooms: Int, brickByteCount: Int, rows: Int) {
    self.rooms = rooms
    self.brickByteCount = brickByteCount
    self.rows = rows
  }

  package var pagesPerBrick: Int { brickByteCount / VaultGeometry.pageByteCount }
  package var roomPageCount: Int { rows * pagesPerBrick }
  package var roomByteCount: Int64 { Int64(rows) * Int64(brickByteCount) }
  package var rowByteCount: Int64 { Int64(rooms) * Int64(brickByteCount) }
  package var fileByteCount: Int64 { 2 * Int64(VaultGeometry.pageByteCount) + Int64(rows) * rowByteCount }

  /// Copy B of the public block, behind row 0.
  package var secondPublicBlockOffset: Int64 { Int64(VaultGeometry.pageByteCount) + rowByteCount }

  /// Where brick `row` of `room` begins in the file.
  package func brickOffset(row: Int, room: Int) -> Int64 {
    let page = Int64(VaultGeometry.pageByteCount)
    return page + (Int64(row) * Int64(rooms) + Int64(room)) * Int64(brickByteCount) + (row == 0 ? 0 : page)
  }

  package func offset(ofPage page: Int, room: Int) -> Int64 {
    brickOffset(row: page / pagesPerBrick, room: room)
      + Int64(page % pagesPerBrick) * Int64(VaultGeometry.pageByteCount)
  }

  /// Whether `rows` is one of 1, 2, 3, 4, 5·2^k, 6·2^k, 7·2^k, 8·2^k.
  package static func isOnLadder(_ rows: Int) -> Bool {
    guard rows >= 1 else { return false }
    if rows <= 8 { return true }
    let shift = Int.bitWidth - rows.leadingZeroBitCount - 3
    return rows & ((1 << shift) - 1) == 0
  }

  /// The smallest vault of the ladder whose rooms hold `byteCount` bytes in all.
  package static func onLadder(
    atLeast byteCount: Int64, rooms: Int, brickByteCount: Int = defaultBrickByteCount
  ) throws(VaultError) -> VaultGeometry {
    let rowByteCount = Int64(rooms) * Int64(brickByteCount)
    guard byteCount <= Int64(1) << 52 else { throw .invalid("A vault cannot be larger than 4 PiB.") }
    guard byteCount >= rowByteCount else {
      throw .invalid("A vault of \(rooms) rooms takes at least \(rowByteCount >> 20) MiB.")
    }
    var rows = Int((byteCount + rowByteCount - 1) / rowByteCount)
    if rows > 8 {
      let step = 1 << (Int.bitWidth - rows.leadingZeroBitCount - 3)
      rows = (rows + step - 1) / step * step
    }
    return VaultGeometry(rooms: rooms, brickByteCount: brickByteCount, rows: rows)
  }
}

/// The ten reserved pages of a room; docs/format/vault-v1.md, section 3.
package struct RoomLayout: Sendable, Equatable {
  package static let passwordSlotCount = 4
  package static let slotCount = 6
  package static let rootSlotCount = 4

  private let quarter: Int

  package init(_ geometry: VaultGeometry) { quarter = geometry.pagesPerBrick / 4 }

  /// `slot`: 0–3 password slots, 4–5 device slots.
  package func slotPage(_ slot: Int) -> Int { slot < 4 ? slot * quarter : (slot - 4) * 2 * quarter + 1 }
  package func rootPage(_ rootSlot: Int) -> Int { rootSlot * quarter + 2 }

  package var reservedPages: [Int] {
    ((0..<RoomLayout.slotCount).map(slotPage) + (0..<RoomLayout.rootSlotCount).map(rootPage)).sorted()
  }
}
