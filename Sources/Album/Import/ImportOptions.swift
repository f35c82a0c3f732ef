// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

package struct ImportOptions: Sendable {
  /// Delete each source once its stored bytes have been read back and compared.
  package var move = false
  /// Look at everything, hash it, store nothing.
  package var dryRun = false
  /// The collection to put everything into, duplicates too; made if there is none of that name.
  package var collection: String?
  /// The vault itself: never imported into itself.
  package var excluding: FileIdentity?

  package init() {}
}
