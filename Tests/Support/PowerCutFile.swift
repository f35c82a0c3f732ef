// Agony
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Vault

/// A file on a disk that loses power, fills up, or fails, whenever a test says so.
///
/// Until a sync returns, what was written since the last one is only promised: a power cut keeps any subset of it, in pieces of 512 bytes, whatever
/// the order, and the length of the file likewise. Syncs and writes are numbered from 0 over the life of the file.
package final class PowerCutFile: StorageFile {
  package static let sectorByteCount = 512

  /// What goes wrong, and when.
  package struct Fault: Sendable, Equatable {
    package enum Kind: Sendable, CaseIterable {
      /// The write fails and leaves nothing.
      case writeError
      /// The write fails after its first half.
      case shortWrite
      case noSpace
      /// The sync fails; nothing it should have made durable can be relied on.
      case syncError
    }

    package var kind: Kind
    /// The number of the write, or of the sync, that fails.
    package var at: Int

    package init(_ kind: Kind, at: Int) {
      self.kind = kind
      self.at = at
    }
  }

  private struct Write {
    let offset: Int
    let bytes: [UInt8]
  }

  private struct State {
    /// What programs see.
    var current: [UInt8]
    /// What is on the disk for certain.
    var durable: [UInt8]
    var unsynced: [Write] = []
    var writeCount = 0
    var syncCount = 0
    var fault: Fault?
    /// Syncs that do nothing and say they did: to see that a test notices.
    var ignoredSync: Int?
    /// Called after every write and sync, when the file could lose power.
    var observer: (@Sendable (PowerCutFile) -> Void)?
    /// Offsets and lengths of all reads, when recorded.
    var reads: [Range<Int>]?
  }

  private let state: Mutex<State>

  package init(_ content: [UInt8] = [], fault: Fault? = nil, ignoredSync: Int? = nil) {
    state = Mutex(State(current: content, durable: content, fault: fault, ignoredSync: ignoredSync))
  }

  package var content: [UInt8] { state.withLock { $0.current } }
  package var durableContent: [UInt8] { state.withLock { $0.durable } }
  package var writeCount: Int { state.withLock { $0.writeCount } }
  package var syncCount: Int { state.withLock { $0.syncCount } }
  package var unsyncedWriteCount: Int { state.withLock { $0.unsynced.count } }

  package func observe(_ observer: (@Sendable (PowerCutFile) -> Void)?) { state.withLock { $0.observer = observer } }

  private func tellObserver() { state.withLock { $0.observer }?(self) }

  package func recordReads() { state.withLock { $0.reads = [] } }
  package var recordedReads: [Range<Int>] { state.withLock { $0.reads ?? [] } }

  /// One of the many things a power cut at this moment may leave.
  package func contentAfterPowerCut(using generator: inout SeededRandom) -> [UInt8] {
    let (durable, unsynced) = state.withLock { ($0.durable, $0.unsynced) }
    var disk = durable
    let keptShare: Double = [0, 0.1, 0.5, 0.9, 1].randomElement(using: &generator) ?? 0
    let longest = unsynced.map { $0.offset + $0.bytes.count }.max() ?? 0
    if longest > disk.count {
      let length =
        Double.random(in: 0..<1, using: &generator) < keptShare
        ? longest : Int.random(in: disk.count...longest, using: &generator)
      disk.append(contentsOf: [UInt8](repeating: 0, count: length - disk.count))
    }
    for write in unsynced.shuffled(using: &generator) {
      for start in stride(from: 0, to: write.bytes.count, by: PowerCutFile.sectorByteCount) {
        guard Double.random(in: 0..<1, using: &generator) < keptShare else { continue }
        let end = min(start + PowerCutFile.sectorByteCount, write.bytes.count)
        guard write.offset + end <= disk.count else { continue }
        write.bytes.withUnsafeBytes { bytes in
          disk.overwrite(at: write.offset + start, with: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
      }
    }
    return disk
  }

  package func byteCount() throws(VaultError) -> Int64 { Int64(state.withLock { $0.current.count }) }

  package func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, direct: Bool) throws(VaultError) {
    try state.withLock { (state) throws(VaultError) in
      guard Int(offset) + bytes.count <= state.current.count else { throw .damaged(.cutShort) }
      state.current.copy(Int(offset)..<Int(offset) + bytes.count, into: bytes)
      state.reads?.append(Int(offset)..<Int(offset) + bytes.count)
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, direct: Bool) throws(VaultError) {
    defer { tellObserver() }
    try state.withLock { (state) throws(VaultError) in
      defer { state.writeCount += 1 }
      guard let fault = state.fault, fault.at == state.writeCount, fault.kind != .syncError else {
        PowerCutFile.apply(Write(offset: Int(offset), bytes: Array(bytes)), to: &state)
        return
      }
      switch fault.kind {
      case .shortWrite:
        let half = bytes.count / 2 / PowerCutFile.sectorByteCount * PowerCutFile.sectorByteCount
        PowerCutFile.apply(Write(offset: Int(offset), bytes: Array(bytes[0..<half])), to: &state)
        throw .inputOutput(code: 5)
      case .noSpace: throw .diskFull
      case .writeError, .syncError: throw .inputOutput(code: 5)
      }
    }
  }

  private static func apply(_ write: Write, to state: inout State) {
    let end = write.offset + write.bytes.count
    if end > state.current.count {
      state.current.append(contentsOf: [UInt8](repeating: 0, count: end - state.current.count))
    }
    write.bytes.withUnsafeBytes { state.current.overwrite(at: write.offset, with: $0) }
    state.unsynced.append(write)
  }

  package func synchronize() throws(VaultError) {
    defer { tellObserver() }
    try state.withLock { (state) throws(VaultError) in
      defer { state.syncCount += 1 }
      if let fault = state.fault, fault.kind == .syncError, fault.at == state.syncCount {
        // As Linux does: the pages are clean in memory afterwards and may never have reached the disk.
        throw .inputOutput(code: 5)
      }
      if state.ignoredSync == state.syncCount { return }
      state.durable = state.current
      state.unsynced = []
    }
  }

  package func touch() {}
}
