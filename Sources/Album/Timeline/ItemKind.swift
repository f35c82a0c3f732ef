// Agony
// SPDX-License-Identifier: Apache-2.0

/// What an item is. The raw value is `item.kind` of the index.
package enum ItemKind: Int, Sendable {
  case photo = 1
  case film = 2
}
