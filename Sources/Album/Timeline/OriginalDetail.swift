// Agony
// SPDX-License-Identifier: Apache-2.0

package struct OriginalDetail: Sendable, Equatable {
  /// 1: the main one.
  package var role: Int
  package var name: [UInt8]
  package var format: String
  package var byteCount: Int64
  package var sha256: [UInt8]
  /// Nanoseconds since 1970 UTC.
  package var modified: Int64
  /// What it takes in the vault: its pages.
  package var storedByteCount: Int64

  package init(
    role: Int, name: [UInt8], format: String, byteCount: Int64, sha256: [UInt8], modified: Int64,
    storedByteCount: Int64
  ) {
    self.role = role
    self.name = name
    self.format = format
    self.byteCount = byteCount
    self.sha256 = sha256
    self.modified = modified
    self.storedByteCount = storedByteCount
  }
}
