// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Unlock

/// The C libraries this process runs with.
enum LibraryVersions {
  static var all: [(name: String, version: String)] {
    KeyDerivationCost.libraryVersions + Album.libraryVersions
  }
}
