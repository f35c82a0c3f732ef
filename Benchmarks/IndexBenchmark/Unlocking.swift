// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Unlock
import Vault

/// From a password to an open index with its newest item at hand, beside the bare key derivation: 15 pairs.
enum Unlocking {
  static func run(_ vaultPath: String, _ password: Password) throws {
    var (whole, bare): ([Duration], [Duration]) = ([], [])
    for _ in 0..<15 {
      let vault = try Vault.open(FilePath(vaultPath))
      let kdf = vault.kdf
      _ = try KeyDerivationCost.measure(memoryKiB: kdf.memoryKiB, passes: kdf.passes)  // touches the memory
      bare.append(try KeyDerivationCost.measure(memoryKiB: kdf.memoryKiB, passes: kdf.passes))
      whole.append(
        try measure {
          let database = try Database(space: Unlock.open(vault, password).space)
          let sql: StaticString = "SELECT id FROM item WHERE bin = 0 ORDER BY taken DESC, id DESC LIMIT 1"
          let newest = try database.first(sql) { $0.int64(0) }
          precondition(newest != nil)
        })
    }
    let extra = whole.percentile(0.5).milliseconds - bare.percentile(0.5).milliseconds
    report("unlock, median of 15", whole.percentile(0.5))
    print("  the key derivation alone \(decimal(bare.percentile(0.5).milliseconds)) ms; \(decimal(extra)) ms more")
  }
}
