// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Album

@Suite("Equal files under way at once")
struct ContentGateTests {
  private let a: [UInt8] = [1]
  private let b: [UInt8] = [2]

  @Test("The second of a length waits until the first is known")
  func waits() {
    var gate = ContentGate()
    #expect(!gate.isTaken(10))
    gate.beginStoring(10)
    #expect(gate.isTaken(10))
    gate.beginHashing(10)
    #expect(gate.ask(10, a) == .wait)
    gate.endStoring(10, nil)
    #expect(gate.ask(10, a) == .store)
    gate.endStoring(10, a)
    #expect(!gate.isTaken(10))
  }

  @Test("Files of one length with different bytes do not wait for each other")
  func differentBytes() {
    var gate = ContentGate()
    gate.beginHashing(10)
    gate.beginHashing(10)
    gate.beginHashing(10)
    #expect(gate.ask(10, a) == .store)
    #expect(gate.ask(10, b) == .store)
    #expect(gate.ask(10, a) == .wait)
    gate.endStoring(10, a)
    gate.endHashing(10)  // it turned out a duplicate
    #expect(gate.isTaken(10))
    gate.endStoring(10, b)
    #expect(!gate.isTaken(10))
  }

  @Test("Another length is another matter")
  func otherLength() {
    var gate = ContentGate()
    gate.beginStoring(10)
    #expect(!gate.isTaken(11))
  }
}
