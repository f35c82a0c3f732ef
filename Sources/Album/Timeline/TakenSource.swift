// Agony
// SPDX-License-Identifier: Apache-2.0

/// Where `taken` is from. The raw value is `item.taken_source` of the index; values of later programs read as `.fileTime`.
package enum TakenSource: Int, Sendable {
  /// The file's modification time, as the wall clock of the importing machine showed it.
  case fileTime = 1
}
