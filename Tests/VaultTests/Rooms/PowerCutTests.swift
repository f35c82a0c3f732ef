// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Synchronization
import TestSupport
import Testing

@testable import Vault

@Suite("Losing power")
struct PowerCutTests {
  /// Runs commits on a fresh vault and cuts the power after each write and sync; returns what was found wrong.
  private func faults(seed: UInt64, commits: Int, imagesPerWrite: Int, ignoredSync: Int? = nil) throws -> [String] {
    let file = PowerCutFile(ignoredSync: ignoredSync.map { $0 + SmallVault.syncCount })
    let small = try SmallVault(on: file)
    let model = SpaceModel()
    let space = try small.open(0)
    let before = file.content
    let found = Mutex<[String]>([])
    let random = Mutex(SeededRandom(seed: seed &+ 1))
    file.observe { file in
      for _ in 0..<imagesPerWrite {
        let image = random.withLock { file.contentAfterPowerCut(using: &$0) }
        let fault: String?
        do {
          let reopened = try small.open(0, on: MemoryFile(image))
          fault = model.fault(of: reopened)
        } catch {
          fault = "does not open: \(error)"
        }
        let place = "after write \(file.writeCount), sync \(file.syncCount), seed \(seed)"
        if let fault { found.withLock { $0.append("\(fault) \(place)") } }
        if !small.roomIsEqual(1, image, before) { found.withLock { $0.append("other room touched \(place)") } }
      }
    }
    var generator = SeededRandom(seed: seed)
    for _ in 0..<commits { try model.step(space, using: &generator) }
    return found.withLock { $0 }
  }

  @Test(
    "Every image of a disk that lost power opens at the last acknowledged commit or the next",
    arguments: 1...6 as ClosedRange<UInt64>)
  func commits(seed: UInt64) throws {
    #expect(try faults(seed: seed, commits: 12, imagesPerWrite: 2) == [])
  }

  @Test("Leaving out any one sync of a commit is noticed", arguments: [0, 1])
  func missingSync(which: Int) throws {
    var noticed = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      // Commits have two syncs; the fifth and the eighth commit lose one of theirs.
      for commit in [4, 7] {
        let found = try faults(seed: seed, commits: 10, imagesPerWrite: 3, ignoredSync: 2 * commit + which)
        if !found.isEmpty { noticed += 1 }
      }
    }
    #expect(noticed > 0)
  }

  @Test("A session after a power cut goes on, and the free map is right", arguments: 1...8 as ClosedRange<UInt64>)
  func sessionsAndCuts(seed: UInt64) throws {
    let first = PowerCutFile()
    let small = try SmallVault(on: first)
    let before = first.content
    let model = SpaceModel()
    var generator = SeededRandom(seed: seed)
    var content = first.content
    for _ in 0..<10 {
      let cut = Int.random(in: 5..<150, using: &generator)
      let file = PowerCutFile(content, fault: PowerCutFile.Fault(.writeError, at: cut))
      let space = try small.open(0, on: file)
      #expect(model.fault(of: space, checkingFreeMap: true) == nil)
      do {
        for _ in 0..<6 { try model.step(space, using: &generator) }
      } catch {
        #expect(!space.isWritable)
      }
      content = file.contentAfterPowerCut(using: &generator)
      #expect(small.roomIsEqual(1, content, before))
      let reopened = try small.open(0, on: MemoryFile(content))
      #expect(model.fault(of: reopened, checkingFreeMap: true) == nil)
      model.settle(on: reopened)
    }
  }

  @Test(
    "A write or a sync that fails stops the space for writing and loses nothing",
    arguments: PowerCutFile.Fault.Kind.allCases)
  func failures(kind: PowerCutFile.Fault.Kind) throws {
    for at in 0..<60 {
      let made = PowerCutFile()
      let small = try SmallVault(on: made)
      let file = PowerCutFile(made.content, fault: PowerCutFile.Fault(kind, at: kind == .syncError ? at / 6 : at))
      let space = try small.open(0, on: file)
      let model = SpaceModel()
      var generator = SeededRandom(seed: UInt64(at))
      do {
        for _ in 0..<8 { try model.step(space, using: &generator) }
        continue
      } catch {
        #expect(error is VaultError)
      }
      #expect(!space.isWritable)
      #expect(throws: VaultError.stopped) { try space.commit() }
      #expect(model.fault(of: space) == nil, "while it is open, \(kind) at \(at)")
      let image = file.contentAfterPowerCut(using: &generator)
      #expect(model.fault(of: try small.open(0, on: MemoryFile(image))) == nil, "afterwards, \(kind) at \(at)")
    }
  }
}
