// Agony
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Vault

/// A file on a disk with bad spots, whose syncs can be made to fail; what goes through it is recorded when asked.
package final class FlawedFile: StorageFile {
  package struct Write: Sendable {
    package let offset: Int
    package let bytes: [UInt8]
    package var range: Range<Int> { offset..<(offset + bytes.count) }
  }

  private struct State {
    var badSpots: [Range<Int>] = []
    var failingSyncs = 0
    var writes: [Write]?
  }

  private let file: any StorageFile
  private let state = Mutex(State())

  package init(_ file: any StorageFile) { self.file = file }

  /// Reading any byte of these fails with EIO.
  package func setBadSpots(_ spots: [Range<Int>]) { state.withLock { $0.badSpots = spots } }

  /// So many of the next syncs fail, each once: as with Linux, where the next one says all is well.
  package func failSyncs(_ count: Int) { state.withLock { $0.failingSyncs = count } }

  package func recordWrites() { state.withLock { $0.writes = [] } }
  package var recordedWrites: [Write] { state.withLock { $0.writes ?? [] } }

  package func byteCount() throws(VaultError) -> Int64 { try file.byteCount() }

  package func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, direct: Bool) throws(VaultError) {
    let range = Int(offset)..<Int(offset) + bytes.count
    guard state.withLock({ state in !state.badSpots.contains { $0.overlaps(range) } }) else {
      throw .inputOutput(code: 5)
    }
    try file.read(at: offset, into: bytes, direct: direct)
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, direct: Bool) throws(VaultError) {
    state.withLock { $0.writes?.append(Write(offset: Int(offset), bytes: Array(bytes))) }
    try file.write(bytes, at: offset, direct: direct)
  }

  package func synchronize() throws(VaultError) {
    let fails = state.withLock { state in
      guard state.failingSyncs > 0 else { return false }
      state.failingSyncs -= 1
      return true
    }
    if fails { throw .inputOutput(code: 5) }
    try file.synchronize()
  }

  package func touch() { file.touch() }
}
