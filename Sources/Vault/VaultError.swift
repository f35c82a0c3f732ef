// Agony
// SPDX-License-Identifier: Apache-2.0

/// Everything that can go wrong with a vault.
///
/// No case says which room, how many spaces there are, or anything of what they hold.
package enum VaultError: Error, Equatable, Sendable {
  /// The file does not begin with, or anywhere hold, a sound public block.
  case notAVault
  case unsupportedVersion(UInt32)
  case damaged(Damage)
  /// Another process holds the vault.
  case busy
  /// No file there, or not a regular file.
  case notFound
  /// The room is full, but for the part kept for deleting and for changing the password.
  case noRoom
  /// The file system is full: the vault could not be created or enlarged.
  case diskFull
  /// The vault file or its file system cannot be written to.
  case readOnly
  /// An earlier write or sync failed; nothing is written until the space is opened anew.
  case stopped
  /// The system refused a read, a write or a sync; `code` is errno.
  case inputOutput(code: Int32)
  /// There is a file of that name already.
  case alreadyExists
  /// The file system would betray or lose albums; the text says why, for a person.
  case unsafeFileSystem(String)
  /// Argon2id could not have its memory. Not a wrong password.
  case outOfMemory
  /// A size, a number of rooms or another parameter out of range; the text is for a person.
  case invalid(String)
  case cancelled

  package enum Damage: Equatable, Sendable {
    case publicBlock, cutShort, parameters, root, page, object, slot
  }
}
