// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// An open vault: the file, locked against other processes for as long as this lives.
package final class Vault: Sendable {
  package enum Mode: Sendable {
    case readWrite
    case readOnly
    /// For writing if the file allows it, else for reading.
    case readWriteIfAllowed
  }

  package let file: VaultFile
  private let storage: PosixStorageFile

  /// Opens, locks and checks the public block, and sets the file's time to now: before any password, so that the time tells only that
  /// Agony ran. `.busy` at once if another process holds the vault. A file that cannot be written is opened with a shared lock and its
  /// time is left alone.
  package static func open(_ path: FilePath, mode: Mode = .readWriteIfAllowed) throws(VaultError) -> Vault {
    do {
      if mode != .readOnly { return try Vault(path, writable: true) }
    } catch .readOnly where mode == .readWriteIfAllowed {}
    return try Vault(path, writable: false)
  }

  private init(_ path: FilePath, writable: Bool) throws(VaultError) {
    storage = try PosixStorageFile.open(path, writable: writable)
    try storage.lock(exclusive: writable)
    file = try VaultFile(storage, isWritable: writable)
    file.touch()
  }

  /// At the end of a session the time is set once more, whatever was done.
  deinit { file.touch() }

  package var geometry: VaultGeometry { file.geometry }
  package var isWritable: Bool { file.isWritable }
  /// Both copies of the public block are sound and the same.
  package var publicBlockIsWhole: Bool { file.publicBlockIsWhole }
  package var identity: FileIdentity { storage.identity }
  package var fileSystem: FileSystem { storage.fileSystem }
  package var slots: SlotTable { SlotTable(file) }
  package var kdf: (memoryKiB: Int, passes: Int) { (file.publicBlock.kdfMemoryKiB, file.publicBlock.kdfPasses) }

  /// Appends rows to every room, up to the step of the ladder that holds `byteCount`; see `VaultFile.enlarge`.
  package func enlarge(toHold byteCount: Int64, progress: (Int64, Int64) -> Bool) throws(VaultError) -> VaultGeometry {
    let old = geometry
    let target = try VaultGeometry.onLadder(
      atLeast: byteCount, rooms: old.rooms, brickByteCount: old.brickByteCount)
    let missing = target.fileByteCount - (try storage.byteCount())
    guard missing <= storage.freeByteCount else { throw .diskFull }
    try file.enlarge(to: target, progress: progress)
    return target
  }

  /// Makes the copies of the public block alike again: after damage to one, or an enlargement cut off between them.
  package func mendPublicBlock() throws(VaultError) {
    try file.enlarge(to: geometry) { _, _ in true }
  }
}
