// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads one source from start to end, and holds it to what was found: the same file, length and time, before and after.
final class SourceReader {
  private let source: Source
  private let file: FileHandle
  private let signals: WorkSignals
  private var offset: Int64 = 0

  init(_ source: Source, signals: WorkSignals) throws(SourceFailure) {
    guard !signals.isEnding else { throw .cancelled }
    guard let file = source.folder.openFile(source.entry, followsLink: source.isLinked) else {
      throw .unreadable(errno)
    }
    self.source = source
    self.file = file
    self.signals = signals
    try requireUnchanged()
    posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  var byteCount: Int64 { source.stamp.byteCount }
  var isAtEnd: Bool { offset == byteCount }

  /// What the first bytes say it is.
  func format() throws(SourceFailure) -> MediaFormat {
    var failure: Int32 = 0
    let prefix = [UInt8](unsafeUninitializedCapacity: Sniffer.prefixByteCount) { bytes, count in
      let result = file.read(at: 0, into: UnsafeMutableRawBufferPointer(bytes))
      if result < 0 { failure = errno }
      count = max(0, result)
    }
    guard failure == 0 else { throw .unreadable(failure) }
    switch Sniffer.verdict(prefix: prefix, byteCount: byteCount) {
    case .media(let format): return format
    case .refused(let refusal): throw .notMedia(refusal)
    }
  }

  /// The next bytes, at least one: to be called before the end only. Throws `.changed` if the file has become shorter.
  func read(into block: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
    guard !signals.isEnding else { throw .cancelled }
    let wanted = Int(min(Int64(block.count), byteCount - offset))
    let count = file.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: block[0..<wanted]))
    guard count >= 0 else { throw .unreadable(errno) }
    guard count == wanted else { throw .changed }
    offset += Int64(count)
    return count
  }

  func requireUnchanged() throws(SourceFailure) {
    guard let status = file.status() else { throw .unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG, SourceStamp(status) == source.stamp else { throw .changed }
  }
}
