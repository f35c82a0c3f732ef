// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Vault

/// An album that a password has opened, and the vault it is in.
struct OpenAlbum {
  let album: Album
  let space: Space
  let vault: Vault
  /// All four key slots open with the password given.
  let slotsAreWhole: Bool
}
