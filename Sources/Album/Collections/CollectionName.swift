// Agony
// SPDX-License-Identifier: Apache-2.0

/// A name fit for a collection.
///
/// Two names are the same if Unicode holds them canonically equivalent, as Swift's `==` does; they are kept as given.
struct CollectionName: Sendable, Equatable {
  static let maximumByteCount = 1024

  let text: String

  init(_ text: String) throws(AlbumError) {
    guard
      !text.isEmpty, text.utf8.count <= CollectionName.maximumByteCount,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw .invalidCollectionName }
    self.text = text
  }
}
