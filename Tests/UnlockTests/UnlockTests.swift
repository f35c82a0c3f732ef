// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Vault

@testable import Unlock

@Suite("Unlocking", .serialized)
struct UnlockTests {
  @Test("Albums and claim codes go their whole way: create, open, register, change, forget")
  func wholeWay() throws {
    let test = try TestVault()
    let first = try Password(text: "ma\u{6E}\u{303}ana ")
    let code = try #require(test.create(rooms: 2, passwords: [first], claimCodes: 1).first)
    let vault = try test.open()
    let claim = try ClaimCode.canonical(text: code)
    let second = try Password(text: "second")
    let wrong = try Password(text: "wrong")

    // NFC at log-in, NFD when it was made; not trimmed.
    try Unlock.open(vault, Password(text: "ma\u{F1}ana ")).space.mark(1)
    #expect(throws: UnlockError.notOpened) { try Unlock.open(vault, Password(text: "ma\u{F1}ana")) }
    #expect(throws: UnlockError.notOpened) { try Unlock.open(vault, wrong) }
    #expect(throws: UnlockError.isClaimCode) { try Unlock.open(vault, claim) }
    #expect(throws: UnlockError.isClaimCode) { try Unlock.changePassword(vault, from: claim, to: second) }
    #expect(throws: UnlockError.isClaimCode) { try Unlock.forget(vault, claim) { _ in } }
    #expect(throws: UnlockError.isClaimCode) { try Unlock.finishChange(vault, claim) }

    // A wrong code says nothing of the password, and an album is no spare.
    #expect(throws: UnlockError.notOpened) { try Unlock.register(vault, claim: wrong, password: second) }
    #expect(throws: UnlockError.notOpened) { try Unlock.register(vault, claim: wrong, password: first) }
    #expect(throws: UnlockError.notOpened) { try Unlock.register(vault, claim: first, password: second) }
    #expect(throws: UnlockError.alreadyExists) { try Unlock.register(vault, claim: claim, password: first) }
    #expect(throws: UnlockError.alreadyExists) { try Unlock.register(vault, claim: claim, password: claim) }
    try Unlock.register(vault, claim: ClaimCode.canonical(text: code.lowercased()), password: second)
    #expect(throws: UnlockError.notOpened) { try Unlock.open(vault, claim) }
    #expect(throws: UnlockError.notOpened) { try Unlock.register(vault, claim: claim, password: wrong) }
    let opened = try Unlock.open(vault, second)
    #expect(opened.slotsAreWhole)
    #expect(try opened.space.firstByte == nil)
    try opened.space.mark(2)

    #expect(throws: UnlockError.alreadyExists) { try Unlock.changePassword(vault, from: first, to: second) }
    #expect(throws: UnlockError.alreadyExists) { try Unlock.changePassword(vault, from: first, to: first) }
    #expect(throws: UnlockError.notOpened) { try Unlock.changePassword(vault, from: wrong, to: second) }
    let third = try Password(text: "third")
    try Unlock.changePassword(vault, from: first, to: third)
    #expect(throws: UnlockError.notOpened) { try Unlock.open(vault, first) }
    #expect(try Unlock.open(vault, third).space.firstByte == 1)
    #expect(throws: UnlockError.notOpened) { try Unlock.finishChange(vault, first) }
    try Unlock.finishChange(vault, third)

    #expect(throws: UnlockError.notOpened) { try Unlock.forget(vault, wrong) { _ in } }
    var announced: String?
    try Unlock.forget(vault, second) { announced = $0 }
    let newCode = try #require(announced)
    #expect(newCode != code)
    #expect(throws: UnlockError.notOpened) { try Unlock.open(vault, second) }
    try Unlock.register(vault, claim: ClaimCode.canonical(text: newCode), password: second)
    #expect(try Unlock.open(vault, second).space.firstByte == nil)
    #expect(try Unlock.open(vault, third).space.firstByte == 1)
  }

  @Test("A change cut off half-way opens with either password, says so, and is finished from either side")
  func interruptedChange() throws {
    let test = try TestVault()
    let old = try Password(text: "old")
    let new = try Password(text: "new")
    _ = try test.create(rooms: 1, passwords: [old])
    try Unlock.open(test.open(), old).space.mark(9)
    let before = try test.content
    try Unlock.changePassword(test.open(), from: old, to: new)
    try test.putBackSecondHalf(of: before)
    let half = try test.content
    for password in [old, new] {
      let opened = try Unlock.open(test.open(), password)
      #expect(!opened.slotsAreWhole)
      #expect(try opened.space.firstByte == 9)
    }
    for (kept, gone) in [(new, old), (old, new)] {
      try half.write(to: URL(filePath: test.path))
      try Unlock.finishChange(test.open(), kept)
      #expect(try Unlock.open(test.open(), kept).slotsAreWhole)
      #expect(throws: UnlockError.notOpened) { try Unlock.open(test.open(), gone) }
    }
    try half.write(to: URL(filePath: test.path))
    try Unlock.changePassword(test.open(), from: old, to: new)
    let opened = try Unlock.open(test.open(), new)
    #expect(opened.slotsAreWhole)
    #expect(try opened.space.firstByte == 9)
  }

  @Test("A registering cut off half-way is done again with the same code, and keeps what is there")
  func interruptedRegister() throws {
    let test = try TestVault()
    let code = try #require(test.create(rooms: 2, passwords: [Password(text: "other")], claimCodes: 1).first)
    let claim = try ClaimCode.canonical(text: code)
    let password = try Password(text: "mine")
    let before = try test.content
    try Unlock.register(test.open(), claim: claim, password: password)
    try Unlock.open(test.open(), password).space.mark(5)
    try test.putBackSecondHalf(of: before)
    #expect(throws: UnlockError.isClaimCode) { try Unlock.open(test.open(), claim) }
    #expect(try !Unlock.open(test.open(), password).slotsAreWhole)
    try Unlock.register(test.open(), claim: claim, password: password)
    do {
      let opened = try Unlock.open(test.open(), password)
      #expect(opened.slotsAreWhole)
      #expect(try opened.space.firstByte == 5)
    }
    #expect(throws: UnlockError.notOpened) { try Unlock.open(test.open(), claim) }
  }

  @Test("A vault that cannot be is refused before anything is made")
  func refusals() throws {
    let test = try TestVault()
    let passwords = try ["a", "b", "c", "ma\u{6E}\u{303}ana", "ma\u{F1}ana"].map { try Password(text: $0) }
    func create(_ change: (inout CreateOptions) -> Void, _ passwords: [Password]) throws {
      var options = TestVault.options(rooms: 2)
      change(&options)
      _ = try Unlock.create(at: FilePath(test.path), options, passwords: passwords) { _, _ in true }
    }
    #expect(throws: UnlockError.alreadyExists) { try create({ _ in }, [passwords[0], passwords[0]]) }
    #expect(throws: UnlockError.alreadyExists) { try create({ _ in }, [passwords[3], passwords[4]]) }
    #expect(throws: UnlockError.self) { try create({ _ in }, []) }
    #expect(throws: UnlockError.self) { try create({ _ in }, Array(passwords[0..<3])) }
    #expect(throws: UnlockError.self) { try create({ $0.claimCodeCount = 2 }, [passwords[0]]) }
    #expect(throws: UnlockError.self) { try create({ $0.claimCodeCount = -1 }, [passwords[0]]) }
    for rooms in [0, 3, 5, 16] {
      #expect(throws: UnlockError.self) { try create({ $0.rooms = rooms }, [passwords[0]]) }
    }
    for memory in [0, 65_535, 4_194_305] {
      #expect(throws: UnlockError.self) { try create({ $0.kdfMemoryKiB = memory }, [passwords[0]]) }
    }
    for passes in [0, 2, 17] {
      #expect(throws: UnlockError.self) { try create({ $0.kdfPasses = passes }, [passwords[0]]) }
    }
    for size in [-1, 0, (8 << 20) - 1, Int64.max] as [Int64] {
      #expect(throws: UnlockError.self) { try create({ $0.byteCount = size }, [passwords[0]]) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: test.folder) == [])
  }
}
