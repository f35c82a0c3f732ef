// Agony
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Vault

/// A file in memory that fails as it is told.
final class FaultyFile: StorageFile {
  struct Faults {
    var failsToSynchronize = false
    var failsToWrite = false
    /// What is read past the page cache is not what was written.
    var liesOnDirectReads = false
  }

  private let memory = MemoryFile()
  private let faults = Mutex(Faults())

  var bytes: [UInt8] {
    get { memory.bytes }
    set { memory.bytes = newValue }
  }

  func set(_ fault: WritableKeyPath<Faults, Bool>, _ value: Bool) {
    faults.withLock { $0[keyPath: fault] = value }
  }

  func byteCount() throws(VaultError) -> Int64 { try memory.byteCount() }

  func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, direct: Bool) throws(VaultError) {
    try memory.read(at: offset, into: bytes, direct: direct)
    if direct, faults.withLock({ $0.liesOnDirectReads }), bytes.count > 0 { bytes[0] ^= 1 }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, direct: Bool) throws(VaultError) {
    if faults.withLock({ $0.failsToWrite }) { throw .inputOutput(code: 5) }
    try memory.write(bytes, at: offset, direct: direct)
  }

  func synchronize() throws(VaultError) {
    if faults.withLock({ $0.failsToSynchronize }) { throw .inputOutput(code: 5) }
  }

  func touch() {}
}
