// Agony
// SPDX-License-Identifier: Apache-2.0

package import Crypto

extension SlotTable {
  /// Makes an album of a spare, opened by `secret`: W8. Whoever kept the claim code and an older copy opens nothing of it.
  package func claim(_ spare: OpenedRoom, secret: SecretBytes) throws(VaultError) {
    precondition(spare.isSpare, "only a spare is ever claimed")
    let masterKey = SecretBytes.random(count: 32)
    let keys = RoomKeys(masterKey: masterKey, vaultHash: file.vaultHash)
    try RootSlots(file: file, room: spare.room, key: keys.root).writeEmpty()
    try file.synchronize()  // the root durable before a slot leads to it
    try write(
      KeySlot(state: .album, changeNumber: spare.changeNumber &+ 1, masterKey: masterKey), over: spare,
      secret: secret)
  }

  /// Makes a spare of an album: its master key is gone for good, and `secret`, of a new claim code, opens the empty room.
  package func forget(_ album: OpenedRoom, secret: SecretBytes) throws(VaultError) {
    try write(
      KeySlot(state: .spare, changeNumber: album.changeNumber &+ 1, masterKey: SecretBytes.random(count: 32)),
      over: album, secret: secret)
  }
}
