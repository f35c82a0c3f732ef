// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Vault

/// What a thread of the import is asked to do.
struct ImportJob: Sendable {
  enum Task: Sendable {
    /// Open, tell what it is, and store it.
    case store
    /// Open, tell what it is, and hash it.
    case hash
    /// Store what was hashed before.
    case storeHashed(MediaFormat)
    /// Read stored bytes back from the disk, and compare.
    case readBack([Part], sha256: [UInt8])
    /// Delete the source, after reading the stored bytes back and comparing unless that has been done.
    case remove([Part], sha256: [UInt8], isReadBack: Bool)
  }

  let ticket: Int
  let source: Source
  let task: Task
}

struct ImportResult: Sendable {
  enum Outcome: Sendable {
    case hashed(MediaFormat, sha256: [UInt8])
    /// Written, not yet named by a commit.
    case stored(MediaFormat, Part, sha256: [UInt8])
    case readBack(isSound: Bool)
    case removed
    /// Somebody else has deleted the source since.
    case alreadyGone
    case problem(Problem)
    case failed(VaultError)
  }

  let ticket: Int
  let outcome: Outcome
  /// What the job has added to the progress.
  let countedByteCount: Int64
}
