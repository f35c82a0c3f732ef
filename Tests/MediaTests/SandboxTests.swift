// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Media
import MediaWire
import Testing

/// A taken-over decoder tries to get out.
@Suite("The worker's sandbox")
struct SandboxTests {
  /// What an attempt of the probe gave: an errno, or how its process ended.
  private func attempt(_ name: String, allowance: MediaAllowance = MediaAllowance()) -> Result<UInt64, MediaFailure> {
    MediaWorkers(path: Programs.probe, count: 1, allowance: allowance).analyse(BytesSource(name)).map { reply in
      guard case .success(let pictures) = reply.pictures else { return .max }
      return pictures.perceptualHash
    }
  }

  @Test(
    "What it tries is refused",
    arguments: [
      "open", "create", "link", "stat", "directory", "mmap", "mprotect", "kill", "limit", "memory", "dup",
      "dumpable", "prctl",
    ])
  func refused(name: String) {
    let code = attempt(name)
    #expect([.success(UInt64(EPERM)), .success(UInt64(EACCES))].contains(code), "\(name): \(code)")
  }

  @Test(
    "What no decoder ever does ends it at once",
    arguments: ["socket", "connect", "execve", "fork", "thread", "ptrace", "clone", "uring", "unshare"])
  func ended(name: String) {
    #expect(attempt(name) == .failure(.crashed(signal: Int(SIGSYS))))
  }

  @Test("It cannot change the file it was given")
  func seal() {
    // The limit on what files may grow to answers first.
    #expect(attempt("seal") == .failure(.crashed(signal: Int(SIGXFSZ))))
  }

  @Test("It gets no more memory than it may")
  func memory() {
    #expect(attempt("malloc") == .success(UInt64(ENOMEM)))
  }

  @Test("It has no way to the channel on which later files come")
  func channel() {
    #expect(attempt("control") == .success(UInt64(EBADF)))
  }

  @Test("What one file left in memory is gone for the next")
  func memoryOfEarlierFiles() {
    let workers = MediaWorkers(path: Programs.probe, count: 1)
    for _ in 0..<3 {
      guard case .success(let reply) = workers.analyse(BytesSource("count")),
        case .success(let pictures) = reply.pictures
      else {
        Issue.record("no answer")
        return
      }
      #expect(pictures.perceptualHash == 1)
    }
  }

  @Test("One that hangs is ended when its time is up")
  func hang() {
    let start = ContinuousClock.now
    #expect(attempt("hang", allowance: MediaAllowance(milliseconds: 300)) == .failure(.timedOut))
    #expect(start.duration(to: .now) < .seconds(5))
  }

  @Test("One that runs in circles is ended when its processor time is up")
  func spin() {
    let allowance = MediaAllowance(milliseconds: 30_000, processorSeconds: 1)
    #expect(attempt("spin", allowance: allowance) == .failure(.timedOut))
  }

  @Test("One that dies is a crash, and the worker goes on", arguments: ["abort", "segfault"])
  func crash(name: String) {
    let workers = MediaWorkers(path: Programs.probe, count: 1)
    for _ in 0..<3 {
      guard case .failure(.crashed) = workers.analyse(BytesSource(name)) else {
        Issue.record("\(name) is no crash")
        return
      }
    }
    #expect((try? workers.analyse(BytesSource("count")).get()) != nil)
  }

  @Test("An answer that is none is refused", arguments: ["garbage", "empty", "oversize", "html"])
  func hostileAnswers(name: String) {
    let workers = MediaWorkers(path: Programs.probe, count: 1)
    #expect(workers.analyse(BytesSource(name)) == .failure(.misbehaved))
    #expect((try? workers.analyse(BytesSource("count")).get()) != nil)
  }
}
