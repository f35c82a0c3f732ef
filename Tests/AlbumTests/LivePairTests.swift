// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Album

@Suite("Live Photos known by their names")
struct LivePairTests {
  private static func candidate(
    _ name: String, kind: ItemKind = .photo, taken: Int64 = 1_000_000_000, format: String = "jpeg",
    duration: Int64? = nil, make: String? = "Apple", identifier: String? = nil
  ) -> PairCandidate {
    PairCandidate(
      item: 1, kind: kind, taken: taken, name: Array(name.utf8), format: format, duration: duration, make: make,
      contentIdentifier: identifier)
  }

  private static func film(
    _ name: String = "img_0001.mov", taken: Int64 = 1_000_000_000, format: String = "mov", duration: Int64? = 2_900,
    identifier: String? = nil
  ) -> PairCandidate {
    candidate(name, kind: .film, taken: taken, format: format, duration: duration, make: nil, identifier: identifier)
  }

  @Test("Same name, same moment, short film, a phone that makes them")
  func belong() {
    let photo = Self.candidate("IMG_0001.JPG")
    #expect(photo.belongsByName(to: Self.film()))
    #expect(Self.film().belongsByName(to: photo))
    #expect(photo.belongsByName(to: Self.film(taken: 1_005_000_000)))
  }

  @Test(
    "Anything less is two items",
    arguments: [
      (candidate("IMG_0001.JPG"), film("IMG_0002.MOV")),
      (candidate("IMG_0001.JPG"), film(taken: 1_005_000_001)),
      (candidate("IMG_0001.JPG"), film(taken: .min)),
      (candidate("IMG_0001.JPG"), film(duration: 5_001)),
      (candidate("IMG_0001.JPG"), film(duration: nil)),
      (candidate("IMG_0001.JPG"), film(format: "mkv")),
      (candidate("IMG_0001.JPG", make: "Canon"), film()),
      (candidate("IMG_0001.PNG", format: "png"), film()),
      (candidate("IMG_0001.JPG", identifier: "A"), film(identifier: "B")),
      (candidate("IMG_0001.JPG"), candidate("IMG_0001.JPG")),
      (film(), film()),
    ])
  func strangers(_ one: PairCandidate, _ other: PairCandidate) {
    #expect(!one.belongsByName(to: other))
    #expect(!other.belongsByName(to: one))
  }

  @Test(
    "A name without its ending",
    arguments: [("IMG_1.JPG", "img_1"), ("a.b.c", "a.b"), (".hidden", ".hidden"), ("none", "none"), ("Ä.MOV", "Ä")])
  func stem(_ name: String, _ stem: String) {
    #expect(Self.candidate(name).stem == Array(stem.utf8))
  }
}
