// Agony
// SPDX-License-Identifier: Apache-2.0

package enum CryptoError: Error, Sendable {
  /// The tag or the commitment did not match: wrong key, wrong context or altered bytes. Deliberately one case.
  case notAuthentic
  case outOfMemory
}
