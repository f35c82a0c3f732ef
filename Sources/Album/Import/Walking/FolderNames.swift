// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The names in a folder, in the order of their bytes.
///
/// Kept in one run of bytes: a folder of a million files costs a few tens of megabytes at most.
struct FolderNames {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var order: [Int32] = []
  private var position = 0

  /// Reads the folder to its end. Nil and `errno` if that fails anywhere.
  init?(readingFolder descriptor: Int32) {
    let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { return nil }
    guard let stream = fdopendir(own) else {
      close(own)
      return nil
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // The entry is shorter than its type: only the name's bytes up to its NUL may be touched.
      guard let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return nil }
      let name = UnsafeRawPointer(entry) + offset
      append(UnsafeRawBufferPointer(start: name, count: strlen(name.assumingMemoryBound(to: CChar.self))))
    }
    guard errno == 0 else { return nil }
    sort()
  }

  init(_ names: [[UInt8]]) {
    for name in names { name.withUnsafeBytes { append($0) } }
    sort()
  }

  mutating func next() -> [UInt8]? {
    guard position < order.count else { return nil }
    defer { position += 1 }
    return Array(bytes[range(Int(order[position]))])
  }

  private mutating func append(_ name: UnsafeRawBufferPointer) {
    guard !name.elementsEqual([0x2E]), !name.elementsEqual([0x2E, 0x2E]), ends.count < Int32.max else { return }
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
  }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  private mutating func sort() {
    var order = (0..<Int32(ends.count)).map { $0 }
    bytes.withUnsafeBytes { all in
      order.sort { a, b in
        let x = UnsafeRawBufferPointer(rebasing: all[range(Int(a))])
        let y = UnsafeRawBufferPointer(rebasing: all[range(Int(b))])
        return x.lexicographicallyPrecedes(y)
      }
    }
    self.order = order
  }
}
