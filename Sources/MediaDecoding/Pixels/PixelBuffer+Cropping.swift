// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MediaWire

extension PixelBuffer {
  /// The upper left part; `self` if that is all.
  func cropped(to part: PixelSize) throws(NoPicture) -> PixelBuffer {
    guard part != size else { return self }
    guard part.width <= size.width, part.height <= size.height else { throw .damaged }
    let result = try PixelBuffer(size: part, layout: layout)
    for index in 0..<part.height { memcpy(result.row(index), row(index), result.rowByteCount) }
    return result
  }
}
