// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// A file that waits for the commit that makes its receipt true.
struct FinishedFile {
  enum Content {
    case new(MediaFormat, Part)
    /// The bytes of an item of the album, or of one that waits as well.
    case duplicate
  }

  let source: Source
  let sha256: [UInt8]
  /// Of the item it becomes or equals.
  let item: Int64
  let content: Content
}
