// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index
package import Vault

/// What one password opens, as a photo library: items, collections, trash.
///
/// Holds an open space, never a key. Not `Sendable`: it is used where its owner is; what takes long works on threads of its
/// own and calls back on the caller's.
package final class Album {
  let space: Space
  let database: Database

  /// Opens the space's index. Changes no byte of the vault.
  package init(space: Space) throws(AlbumError) {
    self.space = space
    do throws(IndexError) {
      database = try Database(space: space)
    } catch {
      throw AlbumError(error)
    }
  }

  package var isWritable: Bool { space.isWritable }
  package var capacity: Capacity { space.capacity }

  /// One transaction; durable when this returns. `usingReserve`: for what makes room, or must work in a full one.
  func transaction<T>(usingReserve: Bool = false, _ body: () throws -> T) throws(AlbumError) -> T {
    do {
      return try database.transaction(usingReserve: usingReserve, body)
    } catch {
      throw AlbumError(error)
    }
  }

  /// Runs what reads the index, with its errors as the album's.
  func reading<T>(_ body: () throws -> T) throws(AlbumError) -> T {
    do {
      return try body()
    } catch {
      throw AlbumError(error)
    }
  }
}
