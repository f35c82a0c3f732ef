// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CMediaSystem
internal import CSandbox
internal import Glibc
package import MediaDecoding
package import MediaWire

/// The life of the worker: lock in, then one forked process for each file, so that a decoder taken over by one file never
/// sees the next.
///
/// The process that forks reads nothing but fixed-size messages of the app's. It must be single-threaded.
package enum WorkerProcess {
  /// Descriptor of the channel to the app.
  private static let channel: Int32 = 3
  /// What one file may take beyond what the loaded libraries do.
  private static let memoryByteCount: UInt64 = 1 << 30

  private enum ExitCode {
    static let notSealed: Int32 = 71
    static let threads: Int32 = 72
    static let misuse: Int32 = 64
  }

  /// Serves until the app closes the channel. `handle` runs in a process of its own for each request.
  package static func run(handling handle: (MediaRequest, any MediaInput) -> [UInt8]) -> Never {
    guard fcntl(channel, F_SETFD, FD_CLOEXEC) == 0 else { exit(ExitCode.misuse) }
    // A forked process has the calling thread only: whatever another one holds would stay held.
    guard agony_sandbox_thread_count() == 1 else { exit(ExitCode.threads) }
    var layers = agony_sandbox_layers()
    guard agony_sandbox_seal(memoryByteCount, &layers) == 0, layers.filter == 1 else { exit(ExitCode.notSealed) }
    tell(.ready(landlock: UInt32(max(0, layers.landlock))))
    while let job = nextJob() {
      let process = agony_sandbox_fork()
      if process == 0 { decode(job, handle) }
      job.close()
      var late: Int32 = 0
      let status = process < 0 ? -1 : agony_sandbox_await(process, channel, job.milliseconds, &late)
      tell(
        .ended(
          status: UInt32(max(0, status)) >> 8, signal: status < 0 ? 255 : UInt32(status) & 0x7f, wasLate: late != 0))
    }
    exit(0)
  }

  private static func tell(_ message: ControlMessage) {
    let bytes = message.encoded
    guard agony_media_send(channel, bytes, bytes.count, nil, 0) == bytes.count else { exit(0) }
  }

  /// Nil when the app has closed the channel, or does not keep to the protocol.
  private static func nextJob() -> Job? {
    var bytes = [UInt8](repeating: 0, count: ControlMessage.byteCount)
    var descriptors: [Int32] = [-1, -1]
    var count: Int32 = 0
    let received = agony_media_receive(channel, &bytes, bytes.count, &descriptors, &count)
    guard received == bytes.count, case .start(let milliseconds, let seconds) = try? ControlMessage(decoding: bytes),
      count >= 1
    else { return nil }
    return Job(
      stream: descriptors[0], memoryFile: count > 1 ? descriptors[1] : nil, milliseconds: milliseconds,
      processorSeconds: seconds)
  }

  private static func decode(_ job: Job, _ handle: (MediaRequest, any MediaInput) -> [UInt8]) -> Never {
    close(channel)
    let isSealed = job.memoryFile.map { agony_media_is_sealed($0) == 1 } ?? true
    guard isSealed, agony_sandbox_narrow(job.processorSeconds) == 0 else { _exit(ExitCode.notSealed) }
    let stream = RequestStream(socket: job.stream)
    guard let bytes = stream.receive(.request), let request = try? MediaRequest(decoding: bytes),
      let input = input(for: request, job, stream)
    else { _exit(ExitCode.misuse) }
    _ = stream.send(.reply, handle(request, input))
    _exit(0)
  }

  private static func input(for request: MediaRequest, _ job: Job, _ stream: RequestStream) -> (any MediaInput)? {
    let byteCount = Int(request.byteCount)
    guard request.isWhole else { return RangeInput(stream: stream, byteCount: byteCount) }
    return job.memoryFile.flatMap { MemoryFileInput(descriptor: $0, byteCount: byteCount) }
  }
}
