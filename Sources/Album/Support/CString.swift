// Agony
// SPDX-License-Identifier: Apache-2.0

/// Lends `bytes` with a NUL after them. A NUL within ends the text early: names with one are refused before.
func withCString<T>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> T) -> T {
  (bytes + [0]).withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) { characters in
      guard let start = characters.baseAddress else { preconditionFailure("An array of at least one byte.") }
      return body(start)
    }
  }
}
