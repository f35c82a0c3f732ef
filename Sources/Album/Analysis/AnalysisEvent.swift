// Agony
// SPDX-License-Identifier: Apache-2.0

/// What happens during an analysis, on the caller's thread and in order.
package enum AnalysisEvent: Sendable {
  /// Once, before the first.
  case ready(itemCount: Int)
  /// Running total; what is counted is durable.
  case progress(itemCount: Int)
  case flagged(FlaggedItem)
  /// A film is now part of a photo, and no item of its own any more.
  case paired(photo: Int64, film: Int64)
}

/// An item of which there is no picture, or one that the decoder had to guess.
package struct FlaggedItem: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case outcome(AnalysisOutcome)
    /// The picture is there, but the file is cut short or damaged.
    case guessed
    /// The stored bytes do not open; `verify` says more.
    case damagedInVault
    /// No such item, or one in the trash.
    case missing
  }

  package var id: Int64
  package var name: [UInt8]
  package var reason: Reason

  package init(id: Int64, name: [UInt8], reason: Reason) {
    self.id = id
    self.name = name
    self.reason = reason
  }
}
