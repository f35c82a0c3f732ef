// Agony
// SPDX-License-Identifier: Apache-2.0

import Album

extension Album {
  /// An import in which nothing is of interest but what came of it.
  @discardableResult
  func take(
    _ sources: [UInt8]..., options: ImportOptions = ImportOptions(), events: (ImportEvent) -> Void = { _ in }
  ) throws(AlbumError) -> ImportReport {
    try importFiles(sources, options: options, events: events, isCancelled: { false })
  }

  func allItems(_ filter: ItemFilter = ItemFilter()) throws(AlbumError) -> [ItemSummary] {
    try items(filter, after: nil, limit: 10_000)
  }

  func names(_ filter: ItemFilter = ItemFilter()) throws(AlbumError) -> [String] {
    try allItems(filter).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
  }
}

extension ImportReport {
  /// The codes of its problems, by the last part of the path.
  var codes: [String: ProblemCode] {
    Dictionary(
      problems.map { problem in
        let name = problem.path.split(separator: 0x2F).last ?? []
        return (String(decoding: name, as: UTF8.self), problem.code)
      }, uniquingKeysWith: { first, _ in first })
  }
}
