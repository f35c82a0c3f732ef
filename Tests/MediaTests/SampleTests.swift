// Agony
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Media
import MediaWire
import Synchronization
import Testing

/// Real files, many of them broken, where there are any: `AGONY_SAMPLES` names their folder.
@Suite("Files from the field", .enabled(if: getenv("AGONY_SAMPLES") != nil, "AGONY_SAMPLES names no folder"))
struct SampleTests {
  @Test("None of them kills, hangs or confuses the worker")
  func samples() throws {
    let folder = String(cString: try #require(getenv("AGONY_SAMPLES")))
    let files = paths(under: folder)
    let next = Atomic(0)
    let pictures = Atomic(0)
    let workers = MediaWorkers(path: Programs.worker, count: 2)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < files.count else { return }
        guard let source = FileSource(files[index]) else { continue }
        defer { source.close() }
        switch workers.analyse(source, preview: .whenNeeded) {
        case .failure(let failure): Issue.record("\(files[index]): \(failure)")
        case .success(let reply): if case .success = reply.pictures { pictures.add(1, ordering: .relaxed) }
        }
      }
    }
    print("\(files.count) files, \(pictures.load(ordering: .relaxed)) pictures")
  }

  private func paths(under folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      if isFolder { found += paths(under: "\(folder)/\(name)") } else { found.append("\(folder)/\(name)") }
    }
    return found
  }
}
