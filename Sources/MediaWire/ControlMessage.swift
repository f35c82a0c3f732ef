// Agony
// SPDX-License-Identifier: Apache-2.0

/// The fixed-size messages on the channel between the app and the process that forks. No byte of a file is among them.
package enum ControlMessage: Sendable, Equatable {
  /// Worker to app, once: sealed and waiting. `landlock` is the version in force, 0 for none.
  case ready(landlock: UInt32)
  /// App to worker, with the request's stream and perhaps a memory file: one file, and how long it may take.
  case start(milliseconds: UInt32, processorSeconds: UInt32)
  /// Worker to app: the process for the file has ended. `signal` 0 and `status` 0 if by itself.
  case ended(status: UInt32, signal: UInt32, wasLate: Bool)

  package static let byteCount = 16

  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .ready(let landlock):
      writer.append(UInt32(1))
      writer.append(landlock)
      writer.append(UInt64(0))
    case .start(let milliseconds, let processorSeconds):
      writer.append(UInt32(2))
      writer.append(milliseconds)
      writer.append(processorSeconds)
      writer.append(UInt32(0))
    case .ended(let status, let signal, let wasLate):
      writer.append(UInt32(3))
      writer.append(status)
      writer.append(signal)
      writer.append(UInt32(wasLate ? 1 : 0))
    }
    return writer.bytes
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    let kind = try reader.integer(UInt32.self)
    let first = try reader.integer(UInt32.self)
    let second = try reader.integer(UInt32.self)
    let third = try reader.integer(UInt32.self)
    try reader.end()
    switch kind {
    case 1: self = .ready(landlock: first)
    case 2: self = .start(milliseconds: first, processorSeconds: second)
    case 3: self = .ended(status: first, signal: second, wasLate: third == 1)
    default: throw .malformed
    }
  }
}
