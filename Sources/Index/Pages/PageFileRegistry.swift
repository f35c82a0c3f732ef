// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Page files on their way from a connection that is being opened to the xOpen that it causes.
///
/// SQLite hands a file system nothing but a name, so the name is a token, good for one open.
enum PageFileRegistry {
  // Handed over within one sqlite3_open_v2 call, on one thread: the registry only keeps it, never uses it.
  private struct Entry: @unchecked Sendable {
    let file: PageFile
  }

  private static let waiting = Mutex<[String: Entry]>([:])

  static func register(_ file: PageFile) -> String {
    let token = String(UInt64.random(in: .min ... .max), radix: 16)
    let entry = Entry(file: file)
    waiting.withLock { $0[token] = entry }
    return token
  }

  /// Takes the file out; nil for every name that is not a waiting token.
  static func claim(_ token: String) -> PageFile? {
    waiting.withLock { $0.removeValue(forKey: token) }?.file
  }
}
