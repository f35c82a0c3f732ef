// Agony
// SPDX-License-Identifier: Apache-2.0

enum Version {
  static let current = "0.1.0"
  /// Of the vault file this program writes; docs/format/vault-v1.md.
  static let format = 1
}
