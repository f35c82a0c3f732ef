// Agony
// SPDX-License-Identifier: Apache-2.0

/// What one file may take.
package struct MediaAllowance: Sendable, Equatable {
  /// From the request to the answer, waiting for the processor included.
  package var milliseconds: UInt32
  package var processorSeconds: UInt32

  package init(milliseconds: UInt32 = 40_000, processorSeconds: UInt32 = 20) {
    self.milliseconds = milliseconds
    self.processorSeconds = processorSeconds
  }
}
