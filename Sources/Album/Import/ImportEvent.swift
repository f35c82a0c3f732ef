// Agony
// SPDX-License-Identifier: Apache-2.0

/// What happens during an import, on the caller's thread and in order.
package enum ImportEvent: Sendable {
  /// Running totals while looking for files.
  case scanned(fileCount: Int, byteCount: Int64)
  /// Once, before the first byte is read.
  case ready(fileCount: Int, byteCount: Int64, availableByteCount: Int64)
  case started(path: [UInt8], byteCount: Int64)
  /// Running totals of what was hashed or stored.
  case progress(fileCount: Int, byteCount: Int64)
  /// Durable. `id` is 0 in a dry run. `isHealed`: the album had them, and could no longer open what it had.
  case stored(path: [UInt8], id: Int64, sha256: [UInt8], byteCount: Int64, isHealed: Bool)
  /// The album has these very bytes, durably; `isRestored` if they came out of the trash for it.
  case duplicate(path: [UInt8], id: Int64, sha256: [UInt8], byteCount: Int64, isRestored: Bool)
  case problem(Problem)
  /// The source was deleted.
  case removed(path: [UInt8])
}
