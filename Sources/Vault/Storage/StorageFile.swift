// Agony
// SPDX-License-Identifier: Apache-2.0

/// The one file a vault lives in, as the rest of the vault sees it. Safe to use from several threads.
///
/// Tests put a file in its place that loses power or runs into errors at will.
package protocol StorageFile: AnyObject, Sendable {
  func byteCount() throws(VaultError) -> Int64

  /// Reads exactly `bytes.count` bytes; `.damaged(.cutShort)` if the file ends before. With `direct`, past the page cache where the system
  /// allows it.
  func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, direct: Bool) throws(VaultError)

  /// Writes all of `bytes`, beyond the end of the file too. Not durable before `synchronize()`. `direct` as above, a matter of
  /// speed only.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, direct: Bool) throws(VaultError)

  /// What was written before is durable once this returns. A failed one must never be tried again.
  func synchronize() throws(VaultError)

  /// Sets access and modification time to now; no error, since nothing depends on it but what the file tells.
  func touch()
}
