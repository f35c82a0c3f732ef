// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// What a password or a device secret opened. Holds keys; lives only between unlocking and opening the space.
package struct OpenedRoom: Sendable {
  let room: Int
  let state: KeySlot.State
  let changeNumber: UInt64
  let masterKey: SecretBytes
  /// Password slots that opened, of 0 to 3.
  let openSlots: [Int]

  package var isSpare: Bool { state == .spare }
  /// All four copies open: no change of password was interrupted, none is damaged.
  package var isWhole: Bool { openSlots.count == RoomLayout.passwordSlotCount }

  package func isSameRoom(as other: OpenedRoom) -> Bool { room == other.room }
  package func isNewer(than other: OpenedRoom) -> Bool { changeNumber > other.changeNumber }
}
