// Agony
// SPDX-License-Identifier: Apache-2.0

#if AGONY_PLANTED_LEAKS
  internal import Glibc

  /// Faults that give albums away, for the distinguisher to find. They exist only in a build made for that test.
  enum PlantedLeak: String {
    case fixedFillSeed, sequentialRooms, identicalSlots, missedTimeReset, zeroTail, vaultWideCounter

    /// From the environment variable AGONY_PLANTED_LEAK.
    static let current: PlantedLeak? = getenv("AGONY_PLANTED_LEAK").flatMap {
      PlantedLeak(rawValue: String(cString: $0))
    }
  }
#endif
