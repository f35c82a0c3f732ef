// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// How a picture is put together from tiles of one size.
struct GridPlan {
  let columns: Int
  let rows: Int
  let size: PixelSize

  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = BoxReader(bytes)
    guard reader.integer(1) == 0, let flags = reader.integer(1), let rows = reader.integer(1),
      let columns = reader.integer(1)
    else { return nil }
    let byteCount = flags & 1 == 1 ? 4 : 2
    guard let width = reader.integer(byteCount), let height = reader.integer(byteCount),
      let size = PixelSize(width: width, height: height)
    else { return nil }
    self.columns = columns + 1
    self.rows = rows + 1
    self.size = size
  }
}
