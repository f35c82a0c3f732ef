// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import Synchronization

/// The open file with its public block: the only way from the rest of the vault to the disk.
///
/// All writes pass through one private function, which lets a room write inside itself and nowhere else.
package final class VaultFile: Sendable {
  /// What a write may touch.
  private enum Territory {
    case room(Int)
    /// Rows behind those that are published.
    case tail
    case publicBlock
  }

  let file: any StorageFile
  /// H.
  let vaultHash: [UInt8]
  package let isWritable: Bool
  private let state: Mutex<State>

  private struct State {
    var block: PublicBlock
    /// Where `block` is on the disk, if the other copy is not sound or not the same.
    var onlyCopy: PublicBlock.Copy?
    /// A sync failed: pages of any room may be lost, and the system will not tell again.
    var isStopped = false
  }

  /// Reads and judges both copies of the public block; docs/format/vault-v1.md, section 2.
  package init(_ file: any StorageFile, isWritable: Bool) throws(VaultError) {
    let found = try PublicBlockReader.read(file)
    self.file = file
    self.isWritable = isWritable
    vaultHash = found.block.immutableHash
    state = Mutex(State(block: found.block, onlyCopy: found.onlyCopy))
  }

  package var publicBlock: PublicBlock { state.withLock { $0.block } }
  package var geometry: VaultGeometry { publicBlock.geometry }
  package var publicBlockIsWhole: Bool { state.withLock { $0.onlyCopy == nil } }
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Reads whole pages of a room, `bytes.count` a multiple of 4,096, over brick borders too.
  func read(room: Int, page: Int, into bytes: UnsafeMutableRawBufferPointer, direct: Bool = false) throws(VaultError) {
    let geometry = geometry
    try forEachRun(geometry, room: room, page: page, byteCount: bytes.count) { (offset, range) throws(VaultError) in
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: bytes[range]), direct: direct)
    }
  }

  /// Writes whole pages into a room; not durable before `synchronize()`.
  func write(_ bytes: UnsafeRawBufferPointer, room: Int, page: Int, direct: Bool = false) throws(VaultError) {
    let geometry = geometry
    try forEachRun(geometry, room: room, page: page, byteCount: bytes.count) { (offset, range) throws(VaultError) in
      try write(
        UnsafeRawBufferPointer(rebasing: bytes[range]), at: offset, within: .room(room), geometry, direct: direct)
    }
  }

  /// A failed one is never tried again: nothing is written from then on.
  func synchronize() throws(VaultError) {
    if isStopped { throw .stopped }
    do {
      try file.synchronize()
    } catch {
      state.withLock { $0.isStopped = true }
      throw error
    }
  }

  package func touch() {
    #if AGONY_PLANTED_LEAKS
      if PlantedLeak.current == .missedTimeReset { return }
    #endif
    if isWritable { file.touch() }
  }

  #if AGONY_PLANTED_LEAKS
    /// A number in the public block that goes up with every commit of any space.
    func countCommit() throws(VaultError) {
      guard PlantedLeak.current == .vaultWideCounter else { return }
      try withUnsafeTemporaryAllocation(byteCount: PublicBlock.byteCount, alignment: 16) { (block) throws(VaultError) in
        try file.read(at: 0, into: block, direct: false)
        block.set(UnsafeRawBufferPointer(block).uint64(at: PublicBlock.leakOffset) + 1, at: PublicBlock.leakOffset)
        block.set(SHA256.hash(UnsafeRawBufferPointer(rebasing: block[0..<4064])), at: 4064)
        try file.write(UnsafeRawBufferPointer(block), at: 0, direct: false)
      }
    }
  #endif

  /// The writer rule (W1): every write to the file goes through here.
  private func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, within territory: Territory, _ geometry: VaultGeometry,
    direct: Bool
  ) throws(VaultError) {
    guard isWritable else { throw .readOnly }
    if isStopped { throw .stopped }
    let end = offset + Int64(bytes.count)
    switch territory {
    case .room(let room):
      let row = Int(max(0, offset - 2 * Int64(VaultGeometry.pageByteCount)) / geometry.rowByteCount)
      let brick = geometry.brickOffset(row: row, room: room)
      precondition(
        room >= 0 && room < geometry.rooms && row < geometry.rows && offset >= brick
          && end <= brick + Int64(geometry.brickByteCount),
        "a space writes only in its own room")
    case .tail:
      precondition(offset >= geometry.fileByteCount, "an enlargement writes only behind what is published")
    case .publicBlock:
      precondition(
        (offset == 0 || offset == geometry.secondPublicBlockOffset) && bytes.count == PublicBlock.byteCount,
        "the public block is written whole and in its two places")
    }
    try file.write(bytes, at: offset, direct: direct)
  }

  private func forEachRun(
    _ geometry: VaultGeometry, room: Int, page: Int, byteCount: Int,
    _ body: (Int64, Range<Int>) throws(VaultError) -> Void
  ) throws(VaultError) {
    let pageByteCount = VaultGeometry.pageByteCount
    precondition(byteCount % pageByteCount == 0)
    guard page >= 0, page + byteCount / pageByteCount <= geometry.roomPageCount else { throw .damaged(.page) }
    var done = 0
    while done < byteCount {
      let current = page + done / pageByteCount
      let left = geometry.brickByteCount - current % geometry.pagesPerBrick * pageByteCount
      let count = min(left, byteCount - done)
      try body(geometry.offset(ofPage: current, room: room), done..<(done + count))
      done += count
    }
  }

  /// Appends noise up to `target`, then publishes it: W9. Does nothing but mend the public block if the vault is as large already.
  ///
  /// `progress` is told bytes done and in all, and ends it all by returning false; what was appended is used by the next enlargement.
  func enlarge(to target: VaultGeometry, progress: (Int64, Int64) -> Bool) throws(VaultError) {
    let old = publicBlock
    precondition(target.rooms == old.geometry.rooms && target.brickByteCount == old.geometry.brickByteCount)
    guard target.rows >= old.geometry.rows else { throw .invalid("A vault cannot be made smaller.") }
    guard isWritable else { throw .readOnly }
    if isStopped { throw .stopped }
    // Two sound copies first, so that one is left whatever happens to the other.
    if let onlyCopy = state.withLock({ $0.onlyCopy }) { try publish(old, in: onlyCopy.other) }
    guard target.rows > old.geometry.rows else { return }
    try fillTail(from: old.geometry, to: target, progress: progress)
    try synchronize()  // rows durable before the public block names them
    var block = old
    block.geometry = target
    for copy in [PublicBlock.Copy.first, .second] { try publish(block, in: copy) }
  }

  /// Makes one copy durable while the other is sound.
  private func publish(_ block: PublicBlock, in copy: PublicBlock.Copy) throws(VaultError) {
    state.withLock { $0.onlyCopy = copy.other }
    try block.encode().withRawBytes { (bytes) throws(VaultError) in
      let geometry = geometry
      try write(bytes, at: copy.offset(in: geometry), within: .publicBlock, geometry, direct: false)
    }
    try synchronize()
    state.withLock { state in
      state.onlyCopy = state.block == block ? nil : copy
      state.block = block
    }
  }

  private func fillTail(
    from old: VaultGeometry, to target: VaultGeometry, progress: (Int64, Int64) -> Bool
  ) throws(VaultError) {
    let noise = NoiseStream()
    let buffer = BufferPool.shared.take()
    defer { BufferPool.shared.give(buffer) }
    let start = old.fileByteCount
    let total = target.fileByteCount - start
    var done: Int64 = 0
    while done < total {
      guard progress(done, total) else { throw .cancelled }
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: buffer.bytes[0..<Int(min(Int64(buffer.bytes.count), total - done))])
      #if AGONY_PLANTED_LEAKS
        if PlantedLeak.current == .zeroTail {
          piece.initializeMemory(as: UInt8.self, repeating: 0)
        } else {
          noise.fill(piece)
        }
      #else
        noise.fill(piece)
      #endif
      try write(UnsafeRawBufferPointer(piece), at: start + done, within: .tail, old, direct: true)
      done += Int64(piece.count)
    }
    _ = progress(total, total)
  }
}
