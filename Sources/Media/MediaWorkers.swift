// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
package import MediaWire
internal import Synchronization

/// The workers that decode: started when first needed, replaced when one dies or hangs. Thread-safe.
package final class MediaWorkers: Sendable {
  private struct State: ~Copyable {
    var idle: [Worker] = []
    /// Failures to start in a row; after a few, nobody waits for another.
    var failedStarts = 0
  }

  private static let startsBeforeGivingUp = 3

  private let path: String
  private let allowance: MediaAllowance
  private let places: DispatchSemaphore
  private let state = Mutex(State())

  /// `path`: the worker program. `count` files are decoded at once.
  package init(path: String, count: Int = 2, allowance: MediaAllowance = MediaAllowance()) {
    precondition(count > 0)
    self.path = path
    self.allowance = allowance
    places = DispatchSemaphore(value: count)
  }

  /// Where the worker lies beside the running program, or under `../libexec/agony`.
  package static func pathBesideProgram() -> String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    guard let slash = strrchr(program, Int32(UInt8(ascii: "/"))) else { return nil }
    slash.pointee = 0
    let folder = String(cString: program)
    let places = ["\(folder)/agony-media-worker", "\(folder)/../libexec/agony/agony-media-worker"]
    return places.first { access($0, X_OK) == 0 }
  }

  /// Decodes one file in a process of its own and waits for it: milliseconds, or as long as the allowance. Blocks the
  /// calling thread, on which `source` is read.
  package func analyse(
    _ source: some MediaSource, wantsPictures: Bool = true, preview: MediaRequest.Preview = .whenNeeded
  ) -> Result<MediaReply, MediaFailure> {
    let isWhole = source.byteCount <= MediaLimits.wholeFileByteCount
    let request = MediaRequest(
      byteCount: source.byteCount, isWhole: isWhole, wantsPictures: wantsPictures, preview: preview)
    places.wait()
    defer { places.signal() }
    do throws(MediaFailure) {
      let worker = try lease()
      let outcome = worker.analyse(source, request, allowance)
      if outcome.isUsable { state.withLock { $0.idle.append(worker) } }
      return outcome.result
    } catch {
      return .failure(error)
    }
  }

  /// Process ids of the workers that wait for work.
  package var processes: [Int] {
    state.withLock { $0.idle.map(\.processNumber) }
  }

  private func lease() throws(MediaFailure) -> Worker {
    let (idle, mayStart) = state.withLock { ($0.idle.popLast(), $0.failedStarts < Self.startsBeforeGivingUp) }
    if let idle { return idle }
    guard mayStart else { throw .unavailable }
    do throws(MediaFailure) {
      let worker = try Worker(path: path)
      state.withLock { $0.failedStarts = 0 }
      return worker
    } catch {
      state.withLock { $0.failedStarts += 1 }
      throw error
    }
  }
}
