// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Small files in which the kernel says something of itself.
enum TextFile {
  /// At most 64 KiB; nil if it cannot be read.
  static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while text.count < 65_536 {
      let got = Glibc.read(descriptor, &block, block.count)
      if got < 0 { return nil }
      if got == 0 { break }
      text.append(contentsOf: block[..<got])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The path without symbolic links; nil if there is nothing.
  static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
