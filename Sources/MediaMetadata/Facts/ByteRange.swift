// Agony
// SPDX-License-Identifier: Apache-2.0

/// A range of the file, within its bounds.
package struct ByteRange: Sendable, Equatable {
  package var offset: Int
  package var count: Int

  package init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}
