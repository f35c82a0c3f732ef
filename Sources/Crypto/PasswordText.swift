// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CUtf8proc

/// A password in Normalization Form C, in locked memory throughout.
package enum PasswordText {
  package enum Refusal: Error, Sendable {
    case empty
    case tooLong
    /// Not UTF-8, or with code points whose normal form is not settled yet.
    case notUTF8
  }

  package static let maximumByteCount = 4096

  /// `bytes`: UTF-8 as typed, not trimmed and not folded here either.
  package static func normalize(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> SecretBytes {
    guard bytes.count > 0 else { throw .empty }
    guard bytes.count <= maximumByteCount else { throw .tooLong }
    if bytes.allSatisfy({ $0 < 0x80 }) { return SecretBytes(copying: bytes) }
    // Canonical decomposition of one code point is at most four code points, and every code point takes at least one byte.
    let capacity = bytes.count * 4 + 1
    var length = 0
    let scratch = SecretBytesBuilder(count: capacity * MemoryLayout<Int32>.size)
    let options = UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue | UTF8PROC_REJECTNA.rawValue
    let points = scratch.bytes.baseAddress?.assumingMemoryBound(to: Int32.self)
    length = utf8proc_decompose(
      bytes.bytes, bytes.count, points, capacity, utf8proc_option_t(rawValue: options))
    guard length > 0, length < capacity else { throw .notUTF8 }
    length = utf8proc_reencode(points, length, utf8proc_option_t(rawValue: options))
    guard length > 0 else { throw .notUTF8 }
    guard length <= maximumByteCount else { throw .tooLong }
    return SecretBytes(copying: UnsafeRawBufferPointer(rebasing: scratch.bytes[0..<length]))
  }
}
