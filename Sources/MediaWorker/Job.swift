// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// One file to decode, as the app handed it over.
struct Job {
  let stream: Int32
  let memoryFile: Int32?
  let milliseconds: UInt32
  let processorSeconds: UInt32

  func close() {
    Glibc.close(stream)
    if let memoryFile { Glibc.close(memoryFile) }
  }
}
