// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Vault

/// What tells whether a source is still the file it was: which one, how long, when modified.
struct SourceStamp: Sendable, Equatable {
  let identity: FileIdentity
  let byteCount: Int64
  let modifiedSeconds: Int64
  let modifiedNanoseconds: Int64

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    byteCount = Int64(status.st_size)
    modifiedSeconds = Int64(status.st_mtim.tv_sec)
    modifiedNanoseconds = Int64(status.st_mtim.tv_nsec)
  }

  init(identity: FileIdentity, byteCount: Int64, modifiedSeconds: Int64, modifiedNanoseconds: Int64) {
    self.identity = identity
    self.byteCount = byteCount
    self.modifiedSeconds = modifiedSeconds
    self.modifiedNanoseconds = modifiedNanoseconds
  }

  /// Nanoseconds since 1970 UTC; the nearest that 64 bits hold.
  var modified: Int64 {
    let (product, overflow) = modifiedSeconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = product.addingReportingOverflow(modifiedNanoseconds)
    guard overflow || overflow2 else { return sum }
    return modifiedSeconds < 0 ? Int64.min : Int64.max
  }
}
