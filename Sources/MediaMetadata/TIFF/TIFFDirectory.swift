// Agony
// SPDX-License-Identifier: Apache-2.0

/// A directory of tagged values, at most 1,024.
struct TIFFDirectory {
  private var entries: [Int: TIFFEntry] = [:]
  /// Offset of the directory after this, 0 for none.
  private(set) var next = 0

  /// Nil if there is no entry to be read there.
  init?(_ file: TIFFFile, at offset: Int) {
    let isBig = file.variant == .big
    let (countSize, entrySize, wordSize) = isBig ? (8, 20, 8) : (2, 12, 4)
    guard let count = file.view.integer(offset, byteCount: countSize, file.order), count > 0, count <= 1024 else {
      return nil
    }
    for i in 0..<count {
      guard let entry = file.view.slice(offset + countSize + i * entrySize, entrySize) else { break }
      guard let tag = entry.u16(0, file.order), entries[tag] == nil else { continue }
      entries[tag] = TIFFEntry(entry, in: file, wordSize: wordSize)
    }
    guard !entries.isEmpty else { return nil }
    next = file.view.integer(offset + countSize + count * entrySize, byteCount: wordSize, file.order) ?? 0
  }

  subscript(tag: Int) -> TIFFEntry? { entries[tag] }

  func integer(_ tag: Int) -> Int? { entries[tag]?.integer() }

  func real(_ tag: Int) -> Double? { entries[tag]?.real() }

  func text(_ tag: Int) -> String? { entries[tag]?.data.text() }

  /// Bytes of a short text, as for dates.
  func bytes(_ tag: Int) -> [UInt8]? { entries[tag]?.data.prefix(64).bytes(atMost: 64) }
}
