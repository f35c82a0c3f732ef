// Agony
// SPDX-License-Identifier: Apache-2.0

/// A file under way.
struct ImportTicket {
  enum Phase {
    case hashing
    /// Hashed; waits to learn whether a file of its length that is being stored is the same.
    case waiting(MediaFormat, sha256: [UInt8])
    /// Hashed, and in the album: the stored bytes are being read.
    case readingBack(MediaFormat, sha256: [UInt8])
    /// The hash, if it is known already.
    case storing(sha256: [UInt8]?)
    /// Stored; its source is to go.
    case removing
  }

  let source: Source
  var phase: Phase
  /// What it has added to the progress.
  var countedByteCount: Int64 = 0
}
