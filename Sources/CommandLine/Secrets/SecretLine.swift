// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Unlock

/// A line on its way from a terminal or descriptor to a password: in locked memory, wiped when let go.
struct SecretLine {
  private let input = SecretInput()
  private(set) var holdsNUL = false

  var isEmpty: Bool { input.count == 0 }

  mutating func append(_ byte: UInt8) {
    if byte == 0 { holdsNUL = true }
    input.append(byte)
  }

  mutating func removeAll() {
    input.removeAll()
    holdsNUL = false
  }

  func password() throws(Password.Refusal) -> Password { try input.password() }

  /// A claim code, in whatever way its letters and groups were typed.
  func claimCode() throws(Password.Refusal) -> Password {
    try input.withUnsafeBytes { (bytes) throws(Password.Refusal) in try ClaimCode.canonical(bytes) }
  }
}
