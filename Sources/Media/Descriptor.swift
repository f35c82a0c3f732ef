// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Owns one descriptor.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
