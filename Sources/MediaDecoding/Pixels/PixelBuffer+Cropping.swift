// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MediaWire

extension PixelBuffer {
  /// The part that begins at a column and a row, shortened to what there is; `self` if that is all.
  func cropped(to part: PixelSize, column: Int = 0, row first: Int = 0) throws(NoPicture) -> PixelBuffer {
    guard part != size || column != 0 || first != 0 else { return self }
    guard (0..<size.width).contains(column), (0..<size.height).contains(first),
      let kept = PixelSize(width: min(part.width, size.width - column), height: min(part.height, size.height - first))
    else { throw .damaged }
    let result = try PixelBuffer(size: kept, layout: layout)
    let offset = column * layout.samplesPerPixel
    for index in 0..<kept.height { memcpy(result.row(index), row(first + index) + offset, result.rowByteCount) }
    return result
  }
}
