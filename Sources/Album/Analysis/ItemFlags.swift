// Agony
// SPDX-License-Identifier: Apache-2.0

/// What sets an item apart. The raw value is `facts.flags` of the index.
package struct ItemFlags: OptionSet, Sendable, Equatable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// A picture of several frames.
  package static let animated = ItemFlags(rawValue: 1)
  /// A photo with a film in the same file.
  package static let motionPhoto = ItemFlags(rawValue: 2)
  package static let panorama = ItemFlags(rawValue: 4)
  /// The decoder had to guess: the file is cut short or damaged.
  package static let guessed = ItemFlags(rawValue: 8)
  /// A photo with a film of its own file: the item has an original of role 2.
  package static let live = ItemFlags(rawValue: 16)
}
