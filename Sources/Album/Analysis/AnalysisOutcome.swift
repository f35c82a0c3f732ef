// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Media
internal import MediaWire

/// What came of the analysis of a file. The raw value is `facts.outcome` of the index.
package enum AnalysisOutcome: Int, Sendable {
  case pictures = 0
  /// Nothing here decodes this format.
  case unsupported = 1
  case damaged = 2
  case tooLarge = 3
  /// A film without a picture.
  case nothingToShow = 4
  case outOfMemory = 5
  /// The process that decoded it died.
  case crashed = 6
  case timedOut = 7

  init(_ reason: NoPicture) {
    self =
      switch reason {
      case .notAsked, .unsupported: .unsupported
      case .damaged: .damaged
      case .tooLarge: .tooLarge
      case .nothingToShow: .nothingToShow
      case .outOfMemory: .outOfMemory
      }
  }

  /// Nil if it tells nothing about the file.
  init?(_ failure: MediaFailure) {
    switch failure {
    case .crashed, .misbehaved: self = .crashed
    case .timedOut: self = .timedOut
    case .unreadable, .unavailable: return nil
    }
  }
}
