// Agony
// SPDX-License-Identifier: Apache-2.0

/// Why a file has no analysis. None of these stops an import.
package enum MediaFailure: Error, Sendable, Equatable {
  /// The process that decoded it died: of this signal, or by itself.
  case crashed(signal: Int)
  /// It took longer than it may.
  case timedOut
  /// It answered something that is no answer.
  case misbehaved
  /// The file could not be read.
  case unreadable
  /// The worker cannot be started: no such program, or the system has no sandbox for it.
  case unavailable
}
