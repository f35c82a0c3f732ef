// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the caller and the threads of an import, export or check tell each other while a file is under way.
final class WorkSignals: Sendable {
  private let byteCount = Atomic<Int64>(0)
  private let ending = Atomic<Bool>(false)

  var readByteCount: Int64 { byteCount.load(ordering: .relaxed) }
  func count(_ bytes: Int64) { byteCount.add(bytes, ordering: .relaxed) }

  /// Set once: what is under way is to be given up.
  var isEnding: Bool { ending.load(ordering: .relaxed) }
  func end() { ending.store(true, ordering: .relaxed) }
}
