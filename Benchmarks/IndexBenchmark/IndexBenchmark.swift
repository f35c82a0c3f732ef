// Agony
// SPDX-License-Identifier: Apache-2.0

import Index
import Unlock
import Vault

/// Fills the index of a new album with items, and times what people wait for; each figure beside the same work in
/// plain SQLite.
///
/// `IndexBenchmark FOLDER [ITEMS]`: FOLDER gets a vault and a database, which are removed at the end.
@main
enum IndexBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else {
      print("usage: IndexBenchmark FOLDER [ITEMS]")
      return
    }
    let itemCount = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000
    let vaultPath = arguments[1] + "/benchmark.agony"
    let plainPath = arguments[1] + "/benchmark.sqlite"
    defer { for path in [vaultPath, plainPath, plainPath + "-wal", plainPath + "-shm"] { File.remove(path) } }

    let password = try Array("a password for measuring".utf8).withUnsafeBytes { try Password($0) }
    var options = CreateOptions(byteCount: max(256 << 20, Int64(itemCount) * 4096))
    options.rooms = 1
    options.kdfMemoryKiB = 65_536
    let made = try measure {
      _ = try Unlock.create(at: FilePath(vaultPath), options, passwords: [password]) { _, _ in true }
    }
    report("create the vault", made)

    try Filling.run(vaultPath, plainPath, password, itemCount: itemCount)
    try Browsing.run(vaultPath, plainPath, password, itemCount: itemCount)
    try Unlocking.run(vaultPath, password)
    print("peak memory of the process: \(File.peakMemoryMiB()) MiB")
  }
}
