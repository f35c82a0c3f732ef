// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Media

/// The built programs, which lie beside the one that runs the tests.
enum Programs {
  static let worker = path("agony-media-worker")
  static let probe = path("agony-media-probe")

  private static func path(_ name: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    // Under swift test the runner is a program of the toolchain, and the bundle its argument.
    let candidates = [program] + CommandLine.arguments
    for candidate in candidates {
      let folder = candidate.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      if access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
    }
    return name
  }
}
