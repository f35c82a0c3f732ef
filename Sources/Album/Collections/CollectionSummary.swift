// Agony
// SPDX-License-Identifier: Apache-2.0

package struct CollectionSummary: Sendable, Equatable {
  package var id: Int64
  package var name: String
  /// Without the trash.
  package var itemCount: Int

  package init(id: Int64, name: String, itemCount: Int) {
    self.id = id
    self.name = name
    self.itemCount = itemCount
  }
}
