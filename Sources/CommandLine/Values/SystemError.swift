// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

enum SystemError {
  /// The system's words for an errno, beginning with a small letter.
  static func text(_ code: Int32) -> String {
    guard let words = strerror(code) else { return "error \(code)" }
    let text = String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
