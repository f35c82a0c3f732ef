// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

enum Environment {
  /// Nil if it is not set or empty.
  static func value(_ name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
    return bytes.isEmpty ? nil : bytes
  }
}
