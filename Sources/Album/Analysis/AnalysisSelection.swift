// Agony
// SPDX-License-Identifier: Apache-2.0

/// What is analysed.
package enum AnalysisSelection: Sendable, Equatable {
  /// What has not been analysed yet, or has lost a picture.
  case pending
  /// Everything in the album, anew.
  case all
  /// These, anew.
  case items([Int64])
  /// What an import brought: what it stored, and what it found here already that has not been analysed yet.
  case imported(stored: [Int64], known: [Int64])
}
