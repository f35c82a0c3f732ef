// Agony
// SPDX-License-Identifier: Apache-2.0

@testable import CommandLineInterface

/// Keeps what is written, for tests to look at.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  private(set) var flushCount = 0
  var failure: Int32 = 0

  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func flush() { flushCount += 1 }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
