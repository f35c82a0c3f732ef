// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Unlock
import Vault

/// Items in transactions of a size an import makes and of 10,000, durable one by one.
enum Filling {
  static func run(_ vaultPath: String, _ plainPath: String, _ password: Password, itemCount: Int) throws {
    let vault = try Vault.open(FilePath(vaultPath))
    let database = try Database(space: Unlock.open(vault, password).space)
    let plain = try PlainDatabase(path: plainPath)
    try plain.run(Schema.current.sql)

    var (ours, theirs): ([Duration], [Duration]) = ([], [])
    for start in stride(from: 0, to: itemCount, by: 10_000) {
      let items = (start..<min(itemCount, start + 10_000)).map(SampleItem.init(number:))
      ours.append(try measure { try insert(items, into: database) })
      theirs.append(try measure { try insert(items, into: plain) })
    }
    let (our, their) = (ours.reduce(.zero, +), theirs.reduce(.zero, +))
    report("insert \(itemCount) items, 10,000 a transaction", our, against: their)
    print(
      "  \(Int(Double(itemCount) / our.milliseconds * 1000)) items a second; 10,000 take "
        + "\(decimal(ours[0].milliseconds)) ms at first, \(decimal(ours[ours.count - 1].milliseconds)) ms at last")
    print("  peak memory so far: \(File.peakMemoryMiB()) MiB")

    for size in [1, 16, 200] {
      (ours, theirs) = ([], [])
      for round in 0..<50 {
        let items = (0..<size).map { SampleItem(number: itemCount + round * size + $0) }
        ours.append(try measure { try insert(items, into: database) })
        theirs.append(try measure { try insert(items, into: plain) })
      }
      report("commit \(size) more, median", ours.percentile(0.5), against: theirs.percentile(0.5))
    }
  }

  private static func insert(_ items: [SampleItem], into database: Database) throws {
    try database.transaction {
      for item in items {
        try database.execute(SampleItem.sql.item, values: item.item)
        try database.execute(SampleItem.sql.original, values: item.original)
        try database.execute(SampleItem.sql.part, values: item.part)
      }
    }
  }

  private static func insert(_ items: [SampleItem], into plain: PlainDatabase) throws {
    try plain.run("BEGIN IMMEDIATE")
    for item in items {
      try plain.run(SampleItem.sql.item, item.item)
      try plain.run(SampleItem.sql.original, item.original)
      try plain.run(SampleItem.sql.part, item.part)
    }
    try plain.run("COMMIT")
  }
}
