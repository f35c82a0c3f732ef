// Agony
// SPDX-License-Identifier: Apache-2.0

/// Two items that are one Live Photo.
struct LivePair: Equatable {
  let photo: Int64
  let film: Int64
}

/// What the index knows of the film half of a Live Photo, as its item keeps it.
struct FilmHalf {
  /// Milliseconds.
  var duration: Int64?
  /// Frames in 1,000 seconds.
  var frameRate: Int64?
  var videoCodec: String?
  var audioCodec: String?
}

/// Half of a pair, or something else that has been analysed.
struct PairCandidate {
  let item: Int64
  let kind: ItemKind
  let taken: Int64
  let name: [UInt8]
  let format: String
  let duration: Int64?
  let make: String?
  let contentIdentifier: String?

  /// The name without its ending, in lower case: `img_0001`. Bytes beyond ASCII as they are.
  var stem: [UInt8] {
    let end = name.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<end].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Whether they are one Live Photo although not both of them say so: a photo of an iPhone and a film as short as those of Live Photos,
  /// of the same name and the same moment. Another name, another day or another kind of picture is never enough.
  func belongsByName(to other: PairCandidate) -> Bool {
    let (photo, film) = kind == .photo ? (self, other) : (other, self)
    guard photo.kind == .photo, film.kind == .film else { return false }
    guard photo.contentIdentifier == nil || film.contentIdentifier == nil else { return false }
    guard photo.make == "Apple", ["jpeg", "heic", "heif"].contains(photo.format) else { return false }
    guard ["mov", "mp4", "m4v"].contains(film.format) else { return false }
    guard let duration = film.duration, duration <= PairCandidate.longestFilm else { return false }
    let difference = photo.taken.subtractingReportingOverflow(film.taken)
    guard !difference.overflow, difference.partialValue.magnitude <= PairCandidate.longestGap else { return false }
    return photo.stem == film.stem
  }

  /// Milliseconds.
  private static let longestFilm: Int64 = 5_000
  /// Microseconds.
  static let longestGap: UInt64 = 5_000_000
}
