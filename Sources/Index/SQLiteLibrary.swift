// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

package enum SQLiteLibrary {
  /// As loaded, not as built against.
  package static var version: String { String(cString: sqlite3_libversion()) }
}
