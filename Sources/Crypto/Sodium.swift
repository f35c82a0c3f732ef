// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

enum Sodium {
  /// Picks libsodium's fast code paths; without it everything runs three times slower, silently.
  private static let ready: Bool = sodium_init() >= 0

  static func prepare() {
    precondition(ready, "libsodium cannot start")
  }
}
