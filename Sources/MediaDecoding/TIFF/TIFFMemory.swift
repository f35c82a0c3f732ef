// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CTIFF
internal import Glibc

/// The bytes of a TIFF file as libtiff's own I/O asks for them. Lives as long as the handle.
final class TIFFMemory {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private(set) var handle: OpaquePointer?

  /// Nil if it is no TIFF.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    TIFFSetErrorHandler(nil)
    TIFFSetWarningHandler(nil)
    // "m": no mapping. The object outlives the handle, which deinit closes.
    handle = TIFFClientOpen(
      "memory", "rm", Unmanaged.passUnretained(self).toOpaque(),
      { TIFFMemory.of($0)?.read(into: $1, $2) ?? -1 }, { _, _, _ in -1 },
      { TIFFMemory.of($0)?.seek($1, $2) ?? .max }, { _ in 0 },
      { toff_t(TIFFMemory.of($0)?.bytes.count ?? 0) }, { _, _, _ in 0 }, { _, _, _ in })
    guard handle != nil else { return nil }
  }

  deinit {
    if let handle { TIFFClose(handle) }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> TIFFMemory? {
    guard let pointer else { return nil }
    return Unmanaged<TIFFMemory>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func read(into buffer: UnsafeMutableRawPointer?, _ count: tmsize_t) -> tmsize_t {
    guard let buffer, let base = bytes.baseAddress, count > 0, position < bytes.count else { return 0 }
    let copied = min(Int(count), bytes.count - position)
    memcpy(buffer, base + position, copied)
    position += copied
    return tmsize_t(copied)
  }

  private func seek(_ offset: toff_t, _ whence: Int32) -> toff_t {
    let origin = whence == SEEK_CUR ? position : whence == SEEK_END ? bytes.count : 0
    let (target, overflow) = origin.addingReportingOverflow(Int(truncatingIfNeeded: offset))
    guard !overflow, target >= 0 else { return .max }
    position = target
    return toff_t(target)
  }
}
