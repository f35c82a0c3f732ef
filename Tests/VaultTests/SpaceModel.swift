// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Synchronization
import TestSupport

@testable import Vault

/// What a space should hold, by commit: the oracle of the tests that break disks.
final class SpaceModel: Sendable {
  struct Content: Sendable, Equatable {
    var pageCount = 0
    var pages: [Int: [UInt8]] = [:]
    var parts: [(part: Part, bytes: [UInt8])] = []

    static func == (a: Content, b: Content) -> Bool {
      a.pageCount == b.pageCount && a.pages == b.pages && a.parts.map(\.part) == b.parts.map(\.part)
    }
  }

  struct History: Sendable {
    /// Of the last commit that returned.
    var acknowledged = Content()
    var acknowledgedSequence: UInt64 = 1
    /// Of the commit under way.
    var next = Content()
  }

  private let history = Mutex(History())
  var now: History { history.withLock { $0 } }

  /// Changes pages and parts at random, commits, and says so. Nothing is acknowledged if it throws.
  func step(_ space: Space, using generator: inout SeededRandom) throws {
    var next = now.acknowledged
    if next.pageCount > 20, Int.random(in: 0..<4, using: &generator) == 0 {
      next.pageCount -= Int.random(in: 1...8, using: &generator)
      try space.truncateIndex(to: next.pageCount)
      next.pages = next.pages.filter { $0.key < next.pageCount }
    }
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let number = Int.random(in: 0..<80, using: &generator)
      let page = generator.bytes(4096)
      try page.withUnsafeBytes { try space.writeIndexPage(number, from: $0) }
      next.pages[number] = page
      next.pageCount = max(next.pageCount, number + 1)
    }
    var written: [Part] = []
    do {
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let bytes = generator.bytes(Int.random(in: 1...70_000, using: &generator))
        let writer = try space.makePartWriter(expectedByteCount: Int64(bytes.count))
        try bytes.withUnsafeBytes { try writer.write($0) }
        let part = try writer.finish().part
        written.append(part)
        space.adopt(part)
        next.parts.append((part, bytes))
      }
      while next.parts.count > 4 { space.release(next.parts.removeFirst().part) }
      history.withLock { $0.next = next }
      try space.commit()
    } catch {
      space.rollBack()
      space.discardOverlay()
      for part in written { space.abandon(part) }
      throw error
    }
    history.withLock { history in
      history.acknowledged = next
      history.acknowledgedSequence += 1
    }
  }

  /// What is wrong with `space`, which must hold the last acknowledged commit or the one under way; nil if nothing is.
  func fault(of space: Space, checkingFreeMap: Bool = false) -> String? {
    let history = now
    let sequence = space.state.withLock { $0.root.sequence }
    let expected: Content
    switch sequence {
    case history.acknowledgedSequence: expected = history.acknowledged
    case history.acknowledgedSequence + 1: expected = history.next
    default: return "opened at commit \(sequence), acknowledged was \(history.acknowledgedSequence)"
    }
    guard space.indexPageCount == expected.pageCount else { return "\(space.indexPageCount) pages" }
    do {
      var page = [UInt8](repeating: 0, count: 4096)
      let zero = page
      for number in 0..<expected.pageCount {
        try page.withUnsafeMutableBytes { try space.readIndexPage(number, into: $0) }
        guard page == expected.pages[number] ?? zero else { return "page \(number) differs" }
      }
      for (number, (part, bytes)) in expected.parts.enumerated() {
        var read = [UInt8](repeating: 0, count: bytes.count)
        try read.withUnsafeMutableBytes { try space.read(part, at: 0, into: $0) }
        guard read == bytes else { return "part \(number) differs" }
      }
      if checkingFreeMap {
        let report = try space.check(parts: expected.parts.map(\.part), repair: false) { _, _ in }
        guard report.freeMapDifferenceCount == 0 else { return "\(report)" }
      }
    } catch {
      return "\(error)"
    }
    return nil
  }

  /// Takes what a power cut left as acknowledged from now on.
  func settle(on space: Space) {
    let sequence = space.state.withLock { $0.root.sequence }
    history.withLock { history in
      if sequence == history.acknowledgedSequence + 1 { history.acknowledged = history.next }
      history.acknowledgedSequence = sequence
    }
  }
}
