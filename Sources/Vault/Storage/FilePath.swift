// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A path as the bytes the system takes; not always UTF-8, never holding NUL.
package struct FilePath: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    precondition(!bytes.contains(0))
    self.bytes = bytes
  }

  package init(_ text: String) { self.init(bytes: Array(text.utf8.prefix { $0 != 0 })) }

  package func withCString<T, E: Error>(_ body: (UnsafePointer<CChar>) throws(E) -> T) throws(E) -> T {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return try terminated.span.withUnsafeBufferPointer { (buffer) throws(E) in
      guard let start = buffer.baseAddress else { preconditionFailure("never empty") }
      return try body(start)
    }
  }

  /// The folder part: "." for a bare name, "/" for something in the root.
  package var folder: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[0..<slash]))
  }
}
