// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Album

@Suite("The timeline")
struct TimelineTests {
  let album: Album
  let folder: TemporaryFolder

  init() throws {
    album = try TestVault().open()
    folder = try TemporaryFolder()
    // Two of each second: pages must cut between equals too.
    for i in 0..<20 {
      let content = i % 4 == 0 ? Media.film(UInt64(i)) : Media.jpeg(UInt64(i))
      try folder.write(content, to: "\(i).jpg", modified: Int64(1_000_000 + i / 2) * 1_000_000_000)
    }
    try album.take(folder.bytes)
  }

  @Test("Pages put together are the whole, newest first", arguments: [1, 3, 7, 100])
  func pages(limit: Int) throws {
    var all: [ItemSummary] = []
    while true {
      let page = try album.items(ItemFilter(), after: all.last?.cursor, limit: limit)
      guard !page.isEmpty else { break }
      #expect(page.count <= limit)
      all += page
    }
    #expect(all.count == 20)
    #expect(Set(all.map(\.id)).count == 20)
    #expect(zip(all, all.dropFirst()).allSatisfy { ($0.taken, $0.id) > ($1.taken, $1.id) })
  }

  @Test("Filters by kind, time, trash and collection")
  func filters() throws {
    let all = try album.allItems()
    var filter = ItemFilter()
    filter.kind = .film
    #expect(try album.allItems(filter).count == 5)
    filter = ItemFilter()
    filter.since = all[9].taken
    filter.until = all[3].taken
    #expect(
      try album.allItems(filter).map(\.id)
        == all.filter { $0.taken >= all[9].taken && $0.taken < all[3].taken }.map(\.id))
    filter.until = filter.since
    #expect(try album.allItems(filter).isEmpty)

    #expect(try album.trash(ids: [all[0].id]) == [])
    filter = ItemFilter()
    filter.trashed = true
    #expect(try album.allItems(filter).map(\.id) == [all[0].id])
    #expect(try album.allItems().count == 19)

    let collection = try album.createCollection(named: "Some")
    #expect(try album.add([all[5].id, all[1].id, all[0].id], toCollection: collection) == [])
    filter = ItemFilter()
    filter.collection = collection
    #expect(try album.allItems(filter).map(\.id) == [all[1].id, all[5].id])
    #expect(try album.items(filter, after: all[1].cursor, limit: 5).map(\.id) == [all[5].id])
    #expect(try album.allItems(filter).first?.collections == [collection])
  }

  @Test("An item is found by its id, with what it takes")
  func detail() throws {
    let summary = try #require(try album.allItems().last)
    let detail = try #require(try album.item(id: summary.id))
    #expect(detail.summary == summary)
    #expect(detail.originals.map(\.role) == [1])
    #expect(detail.originals.first?.storedByteCount == (summary.byteCount + 16 + 4095) / 4096 * 4096)
    #expect(try album.item(id: 1) == nil)
  }

  @Test("Wall time and offset agree")
  func localTime() {
    let time = LocalTime(secondsSince1970: 1_000_000_000, nanoseconds: 123_456_789)
    let offset = time.utcOffset ?? 0
    #expect(time.microseconds == (1_000_000_000 + offset * 60) * 1_000_000 + 123_456)
    #expect(LocalTime(secondsSince1970: Int64.max, nanoseconds: 0).microseconds == Int64.max)
    #expect(LocalTime(secondsSince1970: Int64.min, nanoseconds: 0).microseconds == Int64.min)
  }
}
