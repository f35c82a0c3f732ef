// Agony
// SPDX-License-Identifier: Apache-2.0

/// A TIFF structure: a whole file, or the block in which EXIF lies. Offsets inside are relative to its start.
struct TIFFFile {
  enum Variant {
    case classic, big, olympus, panasonic
  }

  let view: View
  let order: ByteOrder
  let variant: Variant
  let firstDirectory: Int

  /// Nil if it does not begin as one.
  init?(_ view: View) {
    switch view.u16(0) {
    case 0x4949: order = .little
    case 0x4d4d: order = .big
    default: return nil
    }
    switch view.u16(2, order) {
    case 42: variant = .classic
    case 43: variant = .big
    case 0x4f52, 0x5352: variant = .olympus
    case 0x55: variant = .panasonic
    default: return nil
    }
    guard let first = variant == .big ? view.u64(8, order) : view.u32(4, order) else { return nil }
    self.view = view
    firstDirectory = first
  }

  /// Directories of another block with the same layout, as makers' notes are.
  init(_ view: View, order: ByteOrder) {
    self.view = view
    self.order = order
    variant = .classic
    firstDirectory = 0
  }

  func directory(at offset: Int) -> TIFFDirectory? {
    TIFFDirectory(self, at: offset)
  }

  /// The main directories, at most 16.
  var chain: [TIFFDirectory] {
    var directories: [TIFFDirectory] = []
    var seen: Set<Int> = []
    var offset = firstDirectory
    while directories.count < 16, offset != 0, seen.insert(offset).inserted, let directory = directory(at: offset) {
      directories.append(directory)
      offset = directory.next
    }
    return directories
  }
}
