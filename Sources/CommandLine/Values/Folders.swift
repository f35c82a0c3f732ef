// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

enum Folders {
  /// Makes the folder of `path`, and those it is in, readable by their owner only; existing ones stay as they are.
  static func makeParents(of path: [UInt8]) throws(Failure) {
    for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = path[..<index].map { CChar(bitPattern: $0) } + [0]
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw Failure(
          .refused, "the folder \(DisplayText.show([UInt8](path[..<index]))) cannot be made: \(SystemError.text(errno))"
        )
      }
    }
  }
}
