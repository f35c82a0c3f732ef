// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

package enum UnlockError: Error, Sendable, Equatable {
  /// A wrong password, a password of nothing, a wrong claim code: one answer after the same work.
  case notOpened
  /// The password is a claim code: it opens no album, one can be made with it.
  case isClaimCode
  /// The new password opens an album of this vault already.
  case alreadyExists
  case vault(VaultError)
}
