// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// The collections of an album by name and by id.
struct CollectionNames {
  let all: [CollectionSummary]

  init(_ album: Album) throws(Failure) {
    do { all = try album.collections() } catch { throw Failure(error) }
  }

  var byID: [Int64: String] { Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first } }

  /// Names are the same if they look the same, however their accents are written: that is how Swift compares text.
  func find(_ name: String) throws(Failure) -> CollectionSummary {
    guard let collection = all.first(where: { $0.name == name }) else {
      let meant = Suggestion.nearest(to: name, in: all.map(\.name)).map { "; did you mean '\(DisplayText.show($0))'?" }
      throw .usage("there is no collection '\(DisplayText.show(name))'" + (meant ?? ""))
    }
    return collection
  }

  func find(_ name: [UInt8]) throws(Failure) -> CollectionSummary { try find(try Self.text(name)) }

  static func text(_ name: [UInt8]) throws(Failure) -> String {
    guard let text = String(validating: name, as: UTF8.self) else { throw .usage("a collection's name must be UTF-8") }
    return text
  }
}
