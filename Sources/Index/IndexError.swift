// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

/// Everything that can go wrong with the index.
///
/// No case carries a statement, a message of SQLite's or a value: those can hold names.
package enum IndexError: Error, Equatable, Sendable {
  /// The pages could not be read, or not be made durable. After a failed write or commit the index shows the last durable state.
  case vault(VaultError)
  /// The pages are authentic, but no sound database.
  case damaged
  /// A later program wrote the index; the version it names. Nothing was written.
  case tooNew(Int)
  /// A statement would break a rule of the schema, as a second row of the same key. The statement changed nothing.
  case constraint
  /// This machine's SQLite refused a setting without which text of the album could leave memory.
  case unsuitableLibrary
  /// Anything else; SQLite's extended result code.
  case sqlite(code: Int32)
}
