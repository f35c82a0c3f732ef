// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Unlock
import Vault

/// The first page of the timeline and a jump to a date: right after unlocking, with the file in memory and not, and
/// again when warm.
enum Browsing {
  private static let page: StaticString = """
    SELECT i.id, i.kind, i.taken, i.taken_source, i.utc_offset, i.favourite, i.trashed,
      o.name, o.format, o.size, o.sha256, o.modified
    FROM item i
    CROSS JOIN original o ON o.item = i.id AND o.role = 1
    WHERE i.bin = 0 AND (i.taken, i.id) < (?1, ?2)
    ORDER BY i.taken DESC, i.id DESC LIMIT 200
    """

  /// The same page without what lies in the originals' rows, 200 places apart.
  private static let itemsOnly: StaticString = """
    SELECT i.id, i.kind, i.taken, i.taken_source, i.utc_offset, i.favourite, i.trashed
    FROM item i
    WHERE i.bin = 0 AND (i.taken, i.id) < (?1, ?2)
    ORDER BY i.taken DESC, i.id DESC LIMIT 200
    """

  static func run(_ vaultPath: String, _ plainPath: String, _ password: Password, itemCount: Int) throws {
    for isCold in [false, true] {
      let state = isCold ? "file not in memory" : "file in memory"
      var times: [String: (ours: [Duration], theirs: [Duration])] = [:]
      for _ in 0..<5 {
        let vault = try Vault.open(FilePath(vaultPath))
        let space = try Unlock.open(vault, password).space
        if isCold { for path in [vaultPath, plainPath] { File.dropFromCache(path) } }
        var opened: Database?
        times["1. open the index", default: ([], [])].ours.append(try measure { opened = try Database(space: space) })
        guard let database = opened else { return }
        var openedPlain: PlainDatabase?
        times["1. open the index", default: ([], [])].theirs.append(
          try measure { openedPlain = try PlainDatabase(path: plainPath) })
        guard let plain = openedPlain else { return }
        let jump = Int64.random(in: 0..<Int64(itemCount)) * 60_000_000
        times["2. first 200 after unlocking, items only", default: ([], [])].ours.append(
          try measure { try first200(database, itemsOnly, before: .max) })
        times["2. first 200 after unlocking, items only", default: ([], [])].theirs.append(
          try measure { try plain.run(itemsOnly, [.integer(.max), .integer(.max)]) })
        for (name, taken) in [
          ("3. first 200 with their originals", Int64.max), ("4. the same again", Int64.max),
          ("5. jump to a date", jump), ("6. the same again", jump),
        ] {
          times[name, default: ([], [])].ours.append(try measure { try first200(database, page, before: taken) })
          times[name, default: ([], [])].theirs.append(
            try measure { try plain.run(page, [.integer(taken), .integer(.max)]) })
        }
      }
      for (name, pair) in times.sorted(by: { $0.key < $1.key }) {
        report("\(state): \(name), median of 5", pair.ours.percentile(0.5), against: pair.theirs.percentile(0.5))
      }
    }
  }

  private static func first200(_ database: Database, _ sql: StaticString, before taken: Int64) throws {
    let withOriginals = sql.utf8Start == page.utf8Start
    let rows = try database.query(sql, .integer(taken), .integer(.max)) { row in
      guard withOriginals else { return (row.int64(0), row.int64(2), [UInt8](), "", Int64(0), [UInt8](), Int64(0)) }
      return (row.int64(0), row.int64(2), row.blob(7), row.text(8), row.int64(9), row.blob(10), row.int64(11))
    }
    precondition(rows.count <= 200)
  }
}
