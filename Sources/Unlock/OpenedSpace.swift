// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

/// An album opened by its password.
package struct OpenedSpace: Sendable {
  package let space: Space
  /// False if a change of password was interrupted or a key slot is damaged: `Unlock.finishChange` mends both, and must come before any
  /// other write.
  package let slotsAreWhole: Bool
}
