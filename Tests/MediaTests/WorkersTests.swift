// Agony
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Media
import MediaWire
import Synchronization
import Testing

@Suite("Starting, feeding and replacing workers")
struct WorkersTests {
  @Test("A worker program that is not there is said once and costs no time")
  func missing() {
    let workers = MediaWorkers(path: "/nonexistent/worker")
    for _ in 0..<10 { #expect(workers.analyse(BytesSource("x")) == .failure(.unavailable)) }
  }

  @Test("A program that never seals itself is not given a file")
  func notAWorker() {
    #expect(MediaWorkers(path: "/bin/true").analyse(BytesSource("x")) == .failure(.unavailable))
  }

  @Test("Many threads ask at once, some files crash, every other one is answered")
  func threads() {
    let workers = MediaWorkers(path: Programs.probe, count: 2)
    let answered = Atomic(0)
    let crashed = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 40) { index in
      switch workers.analyse(BytesSource(index % 4 == 3 ? "abort" : "count")) {
      case .success: answered.add(1, ordering: .relaxed)
      case .failure(.crashed): crashed.add(1, ordering: .relaxed)
      case .failure(let failure): Issue.record("\(failure)")
      }
    }
    #expect(answered.load(ordering: .relaxed) == 30)
    #expect(crashed.load(ordering: .relaxed) == 10)
  }

  @Test("A killed worker is replaced")
  func killed() {
    let workers = MediaWorkers(path: Programs.probe, count: 1)
    #expect((try? workers.analyse(BytesSource("count")).get()) != nil)
    for process in workers.processes { kill(pid_t(process), SIGKILL) }
    // The first may find out only by asking.
    _ = workers.analyse(BytesSource("count"))
    #expect((try? workers.analyse(BytesSource("count")).get()) != nil)
  }

  @Test("A file that cannot be read to its end is unreadable, and the worker goes on")
  func shortFile() {
    let workers = MediaWorkers(path: Programs.probe, count: 1)
    #expect(workers.analyse(BytesSource(Array("count".utf8), claiming: 100)) == .failure(.unreadable))
    #expect((try? workers.analyse(BytesSource("count")).get()) != nil)
  }

  @Test("A long file is handed over by ranges, and asking without end is refused")
  func ranges() {
    let workers = MediaWorkers(path: Programs.probe, count: 1)
    let length = MediaLimits.wholeFileByteCount + 1
    // Zeros behind the command would belong to it: the bytes end early.
    #expect(workers.analyse(BytesSource(Array("flood".utf8), claiming: length)) == .failure(.misbehaved))
    #expect((try? workers.analyse(BytesSource(Array("count".utf8), claiming: length)).get()) != nil)
  }

  @Test("Workers end with their owner, and no descriptor or process stays behind")
  func nothingStays() {
    func descriptors() -> Int { (0..<512).filter { fcntl(Int32($0), F_GETFD) >= 0 }.count }
    var processes: [Int] = []
    let before = descriptors()
    do {
      let workers = MediaWorkers(path: Programs.probe, count: 2)
      for name in ["count", "abort", "garbage", "count"] { _ = workers.analyse(BytesSource(name)) }
      processes = workers.processes
    }
    #expect(processes.allSatisfy { kill(pid_t($0), 0) != 0 })
    // Other tests run beside this one and open descriptors of their own; a leak would be one for each file.
    #expect(descriptors() < before + 40)
  }
}
