// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV
internal import Glibc
internal import MediaWire

/// A film's bytes as libavformat asks for them: read and seek in one file, and no other file is ever opened.
final class FilmSource {
  private static let bufferByteCount = 64 << 10

  private let input: any MediaInput
  private var position = 0
  private var context: UnsafeMutablePointer<AVIOContext>?
  /// Bytes that may still be read; a file whose index leads around for ever comes to its end.
  private var allowance: Int

  init(_ input: any MediaInput) {
    self.input = input
    allowance = 2 * input.byteCount + (16 << 20)
  }

  deinit {
    if let context {
      av_free(context.pointee.buffer)
      var freed: UnsafeMutablePointer<AVIOContext>? = context
      avio_context_free(&freed)
    }
  }

  /// The context, which lives as long as this object.
  func open() throws(NoPicture) -> UnsafeMutablePointer<AVIOContext> {
    guard let buffer = av_malloc(Self.bufferByteCount) else { throw .outOfMemory }
    context = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferByteCount), 0,
      Unmanaged.passUnretained(self).toOpaque(), { FilmSource.of($0)?.read(into: $1, Int($2)) ?? LibAV.endOfFile }, nil,
      { FilmSource.of($0)?.seek(to: $1, $2) ?? -1 })
    guard let context else {
      av_free(buffer)
      throw .outOfMemory
    }
    return context
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> FilmSource? {
    pointer.map { Unmanaged<FilmSource>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(into buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    let count = min(count, allowance)
    guard let buffer, count > 0 else { return LibAV.endOfFile }
    let done = input.read(at: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
    position += done
    allowance -= done
    return done > 0 ? Int32(done) : LibAV.endOfFile
  }

  private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
    // AVSEEK_SIZE, AVSEEK_FORCE
    if whence & 0x10000 != 0 { return Int64(input.byteCount) }
    let origin: Int
    switch whence & ~0x20000 {
    case SEEK_SET: origin = 0
    case SEEK_CUR: origin = position
    case SEEK_END: origin = input.byteCount
    default: return -1
    }
    let (target, overflow) = origin.addingReportingOverflow(Int(offset))
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return Int64(target)
  }
}
