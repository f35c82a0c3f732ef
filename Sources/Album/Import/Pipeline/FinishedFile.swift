// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// A file that waits for the commit that makes its receipt true.
struct FinishedFile {
  enum Content {
    case new(MediaFormat, Part)
    /// The bytes of an item of the album, which no longer opens as it is stored: this takes its place.
    case replacement(Part)
    /// The bytes of an item of the album, or of one that waits as well. `isReadBack`: the disk holds them, as was just seen.
    case duplicate(isReadBack: Bool)
  }

  let source: Source
  let sha256: [UInt8]
  /// Of the item it becomes or equals.
  let item: Int64
  let content: Content

  /// What is to be given back if the commit fails.
  var part: Part? {
    switch content {
    case .new(_, let part), .replacement(let part): part
    case .duplicate: nil
    }
  }
}
