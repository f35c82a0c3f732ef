// Agony
// SPDX-License-Identifier: Apache-2.0

/// A message that is not what it has to be. What to do: distrust its sender.
package enum WireError: Error, Equatable {
  /// It ends before a value does.
  case cutShort
  /// A value is outside its limits, or bytes are left over.
  case malformed
}
