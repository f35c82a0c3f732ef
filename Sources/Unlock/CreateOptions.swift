// Agony
// SPDX-License-Identifier: Apache-2.0

/// How a new vault is made.
package struct CreateOptions: Sendable, Equatable {
  /// What all rooms hold together; taken up to the next step of the ladder.
  package var byteCount: Int64
  package var rooms = 4
  package var kdfMemoryKiB = 262_144
  package var kdfPasses = 3
  package var claimCodeCount = 0
  /// On a file system that would betray albums, too.
  package var evenIfUnsafe = false

  package init(byteCount: Int64) { self.byteCount = byteCount }
}
