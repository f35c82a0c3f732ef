// Agony
// SPDX-License-Identifier: Apache-2.0

/// Some threads that take jobs from one channel and give results to another.
///
/// End it with `finish`. The threads touch nothing of the caller's: a job and a result are all that passes.
final class Workers<Job: Sendable, Result: Sendable> {
  private let jobs = Channel<Job>()
  private let results = Channel<Result>()
  private var threads: [WorkerThread] = []
  /// Jobs whose results have not been received.
  private(set) var outstandingCount = 0

  /// `make` is called once on each thread, for what that thread keeps from job to job. Throws `.noThread` if there is not even one.
  init(
    count: Int, _ make: @escaping @Sendable () -> (Job) -> Result
  ) throws(AlbumError) {
    let jobs = jobs
    let results = results
    for _ in 0..<count {
      let thread = WorkerThread {
        let work = make()
        while let job = jobs.receive() { results.send(work(job)) }
      }
      if let thread { threads.append(thread) }
    }
    guard !threads.isEmpty else { throw .noThread }
  }

  func submit(_ job: Job) {
    outstandingCount += 1
    jobs.send(job)
  }

  /// Nil if none came in that time.
  func next(within time: Duration) -> Result? {
    guard let result = results.receive(within: time) else { return nil }
    outstandingCount -= 1
    return result
  }

  /// Waits until the threads have done all that was submitted, and ends them.
  func finish() {
    jobs.close()
    for thread in threads { thread.join() }
    threads = []
  }
}
