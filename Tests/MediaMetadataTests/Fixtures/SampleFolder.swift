// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc

func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// A folder of real files.
struct SampleFolder {
  let paths: [String]

  init(_ folder: String) {
    paths = Self.output(of: ["find", folder, "-type", "f", "-size", "+0"]).split(separator: "\n").map(String.init)
      .sorted()
  }

  /// The first 256 KiB of a file: where metadata is.
  static func head(of path: String) -> [UInt8] {
    bytes(of: path, atMost: 256 << 10)
  }

  static func bytes(of path: String, atMost limit: Int = 64 << 20) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    return contents(of: file, atMost: limit)
  }

  /// What a program prints; empty if it cannot be run.
  static func output(of command: [String]) -> String {
    let line = command.map { "'" + $0 + "'" }.joined(separator: " ") + " 2>/dev/null"
    guard let pipe = popen(line, "r") else { return "" }
    defer { pclose(pipe) }
    return String(decoding: contents(of: pipe, atMost: 64 << 20), as: UTF8.self)
  }

  private static func contents(of file: UnsafeMutablePointer<FILE>, atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = fread(&chunk, 1, min(chunk.count, limit - bytes.count), file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
