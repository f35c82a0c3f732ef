// Agony
// SPDX-License-Identifier: Apache-2.0

/// What is exported. The trash only if it is asked for.
package enum ExportSelection: Sendable, Equatable {
  case all
  /// In this order, each once; whether or not they lie in the trash.
  case items([Int64])
  case collection(Int64)
  case trash
}
