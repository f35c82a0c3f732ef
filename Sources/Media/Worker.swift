// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem
internal import Glibc
internal import MediaWire

/// One running worker process. Whoever leases it uses it alone.
// Sendable: it goes from one holder to the next under the lock of MediaWorkers, and has never two.
final class Worker: @unchecked Sendable {
  /// How long starting and sealing may take.
  private static let startMilliseconds = 20_000
  /// How much later than the worker itself the app gives up: the worker's own deadline comes first unless it is stuck.
  private static let graceMilliseconds = 3_000

  private let process: pid_t
  private let channel: Descriptor
  /// Version of Landlock's interface in force in the worker; 0 for none.
  let landlock: Int

  /// Starts the program at `path` and waits until it has locked itself in.
  init(path: String) throws(MediaFailure) {
    let pair = try SocketPair(.packets)
    let process = agony_media_spawn(path, pair.theirs.number)
    guard process > 0 else { throw .unavailable }
    self.process = process
    channel = pair.takeOurs()
    guard case .ready(let version) = Self.message(channel.number, Deadline(milliseconds: Self.startMilliseconds)) else {
      agony_media_end(process)
      throw .unavailable
    }
    landlock = Int(version)
  }

  var processNumber: Int { Int(process) }

  deinit {
    agony_media_end(process)
  }

  private static func message(_ channel: Int32, _ deadline: Deadline) -> ControlMessage? {
    guard deadline.waitToRead(channel) else { return nil }
    var bytes = [UInt8](repeating: 0, count: ControlMessage.byteCount)
    guard recv(channel, &bytes, bytes.count, 0) == bytes.count else { return nil }
    return try? ControlMessage(decoding: bytes)
  }

  /// What became of one request, and whether this worker can take another.
  struct Outcome {
    var result: Result<MediaReply, MediaFailure>
    var isUsable: Bool
  }

  func analyse(_ source: some MediaSource, _ request: MediaRequest, _ allowance: MediaAllowance) -> Outcome {
    do throws(MediaFailure) {
      let result = try start(source, request, allowance)
      return end(result, allowance)
    } catch {
      return Outcome(result: .failure(error), isUsable: error == .unreadable)
    }
  }

  /// Throws if the request never began.
  private func start(
    _ source: some MediaSource, _ request: MediaRequest, _ allowance: MediaAllowance
  ) throws(MediaFailure) -> Result<MediaReply, MediaFailure> {
    let deadline = Deadline(milliseconds: Int(allowance.milliseconds) + Self.graceMilliseconds)
    let pair = try SocketPair(.stream)
    if request.isWhole {
      let file = try MemoryFile.filled(from: source)
      try handOver(allowance, [pair.theirs.number, file.number])
    } else {
      try handOver(allowance, [pair.theirs.number])
    }
    // Only the worker's end is left open then: its death is the stream's end.
    let stream = FileStream(socket: pair.takeOurs(), deadline: deadline)
    do throws(MediaFailure) {
      try stream.send(.request, request.encoded)
      return .success(try stream.reply(serving: source, rangeByteLimit: 2 * source.byteCount + (64 << 20)))
    } catch {
      return .failure(error)
    }
  }

  private func handOver(_ allowance: MediaAllowance, _ descriptors: [Int32]) throws(MediaFailure) {
    let message = ControlMessage.start(
      milliseconds: allowance.milliseconds, processorSeconds: allowance.processorSeconds
    ).encoded
    let sent = agony_media_send(channel.number, message, message.count, descriptors, Int32(descriptors.count))
    guard sent == message.count else { throw .crashed(signal: 0) }
  }

  /// The stream is closed by now, so that the decoding process ends unless it is stuck.
  private func end(_ result: Result<MediaReply, MediaFailure>, _ allowance: MediaAllowance) -> Outcome {
    let isOver =
      switch result {
      case .success, .failure(.crashed): true
      case .failure: false
      }
    // Nothing more is wanted of a process that misbehaves: the worker is replaced, which ends it.
    let patience = isOver ? Self.graceMilliseconds : 0
    guard case .ended(_, let signal, let wasLate) = Self.message(channel.number, Deadline(milliseconds: patience))
    else {
      return Outcome(result: result, isUsable: false)
    }
    guard case .failure(.crashed) = result else { return Outcome(result: result, isUsable: true) }
    if wasLate || signal == UInt32(SIGXCPU) { return Outcome(result: .failure(.timedOut), isUsable: true) }
    return Outcome(result: .failure(.crashed(signal: Int(signal))), isUsable: true)
  }
}
