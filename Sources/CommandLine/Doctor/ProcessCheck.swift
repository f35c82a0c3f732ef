// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem

/// What this process may and may not do with its memory.
enum ProcessCheck {
  static func coreDumps() -> Finding {
    guard agony_process_is_dumpable() == 0, agony_core_limit() == 0 else {
      return Finding(
        name: "core-dumps", level: .bad, text: "a crash of this program could write its memory to the disk")
    }
    let pattern = TextFile.read("/proc/sys/kernel/core_pattern") ?? ""
    let handler = pattern.hasPrefix("|") ? "; the system's crash handler gets none either" : ""
    return Finding(
      name: "core-dumps", level: .ok, text: "off for this program, whatever the system's setting" + handler)
  }

  static func lockedMemory() -> Finding {
    switch agony_locked_memory_limit() {
    case -2: Finding(name: "locked-memory", level: .warn, text: "the system does not say how much may be locked")
    case -1: lockedMemory(limit: nil)
    case let limit: lockedMemory(limit: UInt64(limit))
    }
  }

  /// `limit` in bytes, nil for none.
  static func lockedMemory(limit: UInt64?) -> Finding {
    guard let limit else { return Finding(name: "locked-memory", level: .ok, text: "as much as is wanted") }
    let size = ByteSize.describe(Int64(clamping: limit))
    guard limit >= 1 << 20 else {
      return Finding(
        name: "locked-memory", level: .bad,
        text: "only \(size) may be locked, so keys could end up in swap; raise the limit (ulimit -l) to 1 MiB at least")
    }
    return Finding(name: "locked-memory", level: .ok, text: "\(size) may be locked, enough for keys and passwords")
  }
}
