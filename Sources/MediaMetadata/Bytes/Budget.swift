// Agony
// SPDX-License-Identifier: Apache-2.0

/// What reading one file may cost. When it is used up every read gives nil, and all walks end.
final class Budget {
  /// Reads of single values.
  private var steps = 2_000_000
  /// Bytes fetched from sources.
  private var bytes = 64 << 20

  func takeStep() -> Bool {
    guard steps > 0 else { return false }
    steps -= 1
    return true
  }

  func take(bytes count: Int) -> Bool {
    guard count <= bytes else { return false }
    bytes -= count
    return true
  }
}
