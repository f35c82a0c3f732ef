// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The four root slots of a room; docs/format/vault-v1.md, section 6.
struct RootSlots: Sendable {
  let file: VaultFile
  let room: Int
  let key: SecretBytes

  /// Slot by slot; nil where nothing opens.
  func read() throws(VaultError) -> [RootRecord?] {
    let layout = RoomLayout(file.geometry)
    var records: [RootRecord?] = []
    for slot in 0..<RoomLayout.rootSlotCount {
      var page = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
      do {
        try page.withMutableRawBytes { (page) throws(VaultError) in
          try file.read(room: room, page: layout.rootPage(slot), into: page)
        }
        let record = SealedRoot.open(page, key: key, room: room, rootSlot: slot)
        records.append(record.flatMap { Int($0.sequence % 2) == slot % 2 ? $0 : nil })
      } catch .inputOutput {
        records.append(nil)  // a bad spot on the disk is what the other slots are for
      }
    }
    return records
  }

  /// Writes the root to the pair that its sequence number names, which the root before it is not in: W5.
  func write(_ record: RootRecord) throws(VaultError) {
    let pair = Int(record.sequence % 2)
    for slot in [pair, pair + 2] { try write(record, slot: slot) }
    #if AGONY_PLANTED_LEAKS
      try file.countCommit()
    #endif
  }

  /// The roots of a new, empty album, in all four slots.
  func writeEmpty() throws(VaultError) {
    for slot in 0..<RoomLayout.rootSlotCount { try write(RootSlots.emptyRecord(slot: slot), slot: slot) }
  }

  static func emptyRecord(slot: Int) -> RootRecord { RootRecord.empty(sequence: UInt64(slot % 2)) }

  private func write(_ record: RootRecord, slot: Int) throws(VaultError) {
    let page = SealedRoot.seal(record, key: key, room: room, rootSlot: slot)
    try page.withRawBytes { (bytes) throws(VaultError) in
      try file.write(bytes, room: room, page: RoomLayout(file.geometry).rootPage(slot))
    }
  }
}
