// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// A password as it is used: UTF-8 in Normalization Form C, never trimmed, in locked memory.
package struct Password: Sendable {
  package enum Refusal: Error, Sendable, Equatable {
    case empty
    /// Over 4,096 bytes.
    case tooLong
    case notUTF8
  }

  let bytes: SecretBytes

  /// `typed` is not kept; wiping it is the caller's.
  package init(_ typed: UnsafeRawBufferPointer) throws(Refusal) {
    do {
      bytes = try PasswordText.normalize(typed)
    } catch {
      switch error {
      case .empty: throw .empty
      case .tooLong: throw .tooLong
      case .notUTF8: throw .notUTF8
      }
    }
  }

  /// In time that depends on the lengths only.
  package func isSame(as other: Password) -> Bool {
    bytes.withUnsafeBytes { a in other.bytes.withUnsafeBytes { b in SecretBytes.areEqual(a, b) } }
  }
}

extension Password: CustomStringConvertible, CustomReflectable {
  package var description: String { "password" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
