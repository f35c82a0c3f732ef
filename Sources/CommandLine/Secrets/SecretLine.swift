// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Unlock

/// A password on its way from a terminal or descriptor: in locked memory that no dump holds, wiped when let go.
final class SecretLine {
  /// More than any password may have, so that one that is too long is told from one that fits.
  static let capacity = 8192

  private let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  /// Bytes past the capacity came and were dropped.
  private(set) var isTooLong = false
  private(set) var holdsNUL = false
  private var last: Int?

  init() throws(Failure) {
    let start = mmap(nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { throw Failure(.partly, "out of memory for a password") }
    guard mlock(start, Self.capacity) == 0 else {
      munmap(start, Self.capacity)
      throw Failure(
        .refused, "the system lets this program lock no memory, so a password could end up in swap; see 'ulimit -l'")
    }
    // Refused only by kernels without core dumps.
    _ = madvise(start, Self.capacity, MADV_DONTDUMP)
    memory = UnsafeMutableRawBufferPointer(start: start, count: Self.capacity)
  }

  deinit {
    clear()
    munmap(memory.baseAddress, memory.count)
  }

  var isEmpty: Bool { count == 0 }

  /// Appends the byte that `read` puts into the place it is given; false if it put none there.
  func append(_ read: (UnsafeMutableRawPointer) -> Bool) -> Bool {
    guard let start = memory.baseAddress else { return false }
    let place = min(count, memory.count - 1)
    guard read(start + place) else { return false }
    last = place
    if memory[place] == 0 { holdsNUL = true }
    if count < memory.count - 1 { count += 1 } else { isTooLong = true }
    return true
  }

  /// Whether the byte appended last is a newline, which is then no longer part of the line.
  func takeNewline() -> Bool {
    guard let last, memory[last] == UInt8(ascii: "\n") else { return false }
    count = min(count, last)
    return true
  }

  func clear() {
    memory.baseAddress.map { explicit_bzero($0, memory.count) }
    count = 0
    last = nil
    isTooLong = false
    holdsNUL = false
  }

  func equals(_ other: SecretLine) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<count { difference |= memory[index] ^ other.memory[index] }
    return difference == 0
  }

  /// Borrows the bytes, without the newline.
  func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
    try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }
}
