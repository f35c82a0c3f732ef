// Agony
// SPDX-License-Identifier: Apache-2.0

/// What happens during an export, on the caller's thread and in order.
package enum ExportEvent: Sendable {
  /// Once, before the first.
  case ready(fileCount: Int, byteCount: Int64)
  /// Running totals.
  case progress(fileCount: Int, byteCount: Int64)
  /// `path`: the folder as it was given, and the name it got.
  case exported(id: Int64, path: [UInt8], sha256: [UInt8], byteCount: Int64)
  case problem(ExportProblem)
}
