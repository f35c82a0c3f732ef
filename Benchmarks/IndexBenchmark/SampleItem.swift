// Agony
// SPDX-License-Identifier: Apache-2.0

import Index

/// One photo's rows, as an import writes them.
struct SampleItem {
  static let sql: (item: StaticString, original: StaticString, part: StaticString) = (
    "INSERT INTO item (bin, taken, id, kind, taken_source) VALUES (0, ?1, ?2, 1, 1)",
    "INSERT INTO original VALUES (?1, ?2, 1, ?3, 'jpeg', ?4, ?5, ?6, ?7)",
    "INSERT INTO part VALUES (?1, 0, ?2, ?3, ?4)"
  )

  let item: [Value]
  let original: [Value]
  let part: [Value]

  /// Times follow `number`, a minute or so apart.
  init(number: Int) {
    let (id, object) = (randomID(), randomID())
    let taken = Int64(number) * 60_000_000 + Int64.random(in: 0..<60_000_000)
    let size = Int64.random(in: 2_000_000...6_000_000)
    item = [.integer(taken), .integer(id)]
    original = [
      .integer(randomID()), .integer(id), .integer(object), .blob(Array("IMG_\(100_000 + number).JPG".utf8)),
      .integer(size), .blob(SampleItem.random(32)), .integer(taken * 1000),
    ]
    part = [.integer(object), .blob(SampleItem.random(32)), .integer(size), .blob(SampleItem.random(10))]
  }

  private static func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }
}
