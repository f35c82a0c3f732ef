// Agony
// SPDX-License-Identifier: Apache-2.0

/// A stable word for scripts.
package enum ProblemCode: String, Sendable, CaseIterable {
  /// No bytes.
  case empty
  /// `Problem.refusal` says what instead.
  case notMedia = "not-media"
  /// A FIFO, a socket or a device.
  case notRegular = "not-regular"
  /// Within a folder; one named by a person is followed.
  case symbolicLink = "symbolic-link"
  case theVault = "the-vault"
  /// Folders within folders without end, or a symbolic link that leads to itself.
  case tooDeep = "too-deep"

  case notFound = "not-found"
  case unreadable
  /// The source changed while it was read; nothing of it is stored.
  case changed
  case noRoom = "no-room"
  /// An earlier write or sync of the vault failed; nothing more is stored until it is opened anew.
  case stopped
  /// Not reached.
  case cancelled
  /// Stored, but the source could not be deleted.
  case notRemoved = "not-removed"
  /// Stored, but what was read back differs or could not be read; the source is kept.
  case readBack = "read-back"

  /// A tag, hash or page is wrong.
  case damaged
  /// No such item.
  case missing
  case unwritable
}
