// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata
internal import MediaWire
internal import Vault

struct AnalysisJob: Sendable {
  let item: Int64
  let name: [UInt8]
  /// Nanoseconds since 1970 UTC.
  let modified: Int64
  /// Of the main original.
  let parts: [Part]
}

struct AnalysisResult: Sendable {
  enum Outcome: Sendable {
    case analysed(AnalysisOutcome, MediaFacts, MediaPictures?, [StoredPicture])
    case damagedInVault
    case noWorker
    case cancelled
    case failed(VaultError)
  }

  let job: AnalysisJob
  let outcome: Outcome
}

/// A small picture that is written, and not yet named by a commit.
struct StoredPicture: Sendable {
  let kind: RenditionKind
  let coding: EncodedPicture.Coding
  let size: PixelSize
  let part: Part
}
