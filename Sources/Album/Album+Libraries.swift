// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Index

extension Album {
  /// Names and versions of the libraries an album rests on, as loaded.
  package static var libraryVersions: [(name: String, version: String)] { [("SQLite", SQLiteLibrary.version)] }
}
