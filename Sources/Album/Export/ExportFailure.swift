// Agony
// SPDX-License-Identifier: Apache-2.0

/// Why one original was not written.
enum ExportFailure: Error, Equatable {
  /// errno.
  case system(Int32)
  /// The vault could not be read; errno.
  case unreadable(Int32)
  /// The stored bytes are not those that came in.
  case damaged
  case cancelled
}
