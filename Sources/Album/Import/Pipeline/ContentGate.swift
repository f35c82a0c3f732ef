// Agony
// SPDX-License-Identifier: Apache-2.0

/// Sees to it that two equal files under way at once are stored once.
///
/// A file whose length no other has is stored while it is hashed. One of a length that is taken, in the album or under way, is hashed first;
/// it is then a duplicate, or new, or must wait until the files of its length that are just being stored are known. Pure.
struct ContentGate: Sendable {
  typealias SHA256 = [UInt8]

  /// What to do with a file whose hash is known and not in the album.
  enum Answer: Sendable, Equatable {
    case store
    /// Ask again once `settle` has been called for a file of this length.
    case wait
  }

  /// Files of a length that are under way.
  private struct Length: Sendable {
    /// Being hashed, not yet stored.
    var hashing = 0
    /// Being stored, with the hash still to come.
    var unknown = 0
    /// Being stored, with the hash known before.
    var storing: Set<SHA256> = []
    var isEmpty: Bool { hashing == 0 && unknown == 0 && storing.isEmpty }
  }

  private var lengths: [Int64: Length] = [:]

  /// True if a file of this length is under way.
  func isTaken(_ byteCount: Int64) -> Bool { lengths[byteCount] != nil }

  mutating func beginHashing(_ byteCount: Int64) { lengths[byteCount, default: Length()].hashing += 1 }

  mutating func beginStoring(_ byteCount: Int64) { lengths[byteCount, default: Length()].unknown += 1 }

  /// A file was hashed, and the album does not have it.
  mutating func ask(_ byteCount: Int64, _ sha256: SHA256) -> Answer {
    guard var length = lengths[byteCount] else { return .store }
    guard length.unknown == 0, !length.storing.contains(sha256) else { return .wait }
    length.hashing -= 1
    length.storing.insert(sha256)
    lengths[byteCount] = length
    return .store
  }

  /// Stored or failed, whichever.
  mutating func endStoring(_ byteCount: Int64, _ sha256: SHA256?) {
    guard var length = lengths[byteCount] else { return }
    if let sha256 { length.storing.remove(sha256) } else { length.unknown -= 1 }
    lengths[byteCount] = length.isEmpty ? nil : length
  }

  /// A duplicate, or it failed while it was hashed or waited.
  mutating func endHashing(_ byteCount: Int64) {
    guard var length = lengths[byteCount] else { return }
    length.hashing -= 1
    lengths[byteCount] = length.isEmpty ? nil : length
  }
}
