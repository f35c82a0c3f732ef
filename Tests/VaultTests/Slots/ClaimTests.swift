// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Claiming a spare, and forgetting an album")
struct ClaimTests {
  /// What is wrong with a disk on which `password` was to claim the spare.
  private static func fault(_ image: [UInt8], _ vault: SecretVault, password: SecretBytes) -> String? {
    do {
      let slots = try SecretVault.slots(image)
      let byCode = try slots.open(vault.spare)
      let byPassword = try slots.open(password)
      if let byCode, !byCode.isSpare { return "the code opens an album" }
      if let byPassword {
        if byPassword.isSpare { return "the password opens a spare" }
        let space = try Space(slots.file, byPassword)
        if space.indexPageCount != 0 || space.sequence != 1 { return "the new album is not empty" }
      } else if byCode == nil {
        return "the room is lost"
      }
      return try SecretVault.opensAlbum(image, vault.album) ? nil : "the other album is lost"
    } catch {
      return "\(error)"
    }
  }

  @Test("Whatever a power cut leaves, the code or the password opens the room", arguments: 1...5 as ClosedRange<UInt64>)
  func claim(seed: UInt64) throws {
    let vault = try SecretVault()
    let password = SecretBytes.random(count: 32)
    let (images, end) = try SecretVault.images(of: vault.content, perEvent: 4, seed: seed) { slots in
      try slots.claim(try #require(try slots.open(vault.spare)), secret: password)
    }
    for image in images { #expect(ClaimTests.fault(image, vault, password: password) == nil, "seed \(seed)") }
    #expect(try SecretVault.slots(end).open(vault.spare) == nil)
    #expect(try SecretVault.slots(end).open(password)?.isWhole == true)
  }

  @Test("A claim that was cut off is finished under further power cuts, with the same password or another")
  func again() throws {
    let vault = try SecretVault()
    let first = SecretBytes.random(count: 32)
    let (images, _) = try SecretVault.images(of: vault.content, perEvent: 6, seed: 2) { slots in
      try slots.claim(try #require(try slots.open(vault.spare)), secret: first)
    }
    var triedCount = 0
    for image in images where triedCount < 6 {
      let slots = try SecretVault.slots(image)
      guard let byCode = try slots.open(vault.spare), let byPassword = try slots.open(first) else { continue }
      triedCount += 1
      // As registering does it: the first try's album is sealed whole.
      let (same, sameEnd) = try SecretVault.images(of: image, perEvent: 3, seed: 9) { slots in
        try slots.rewrite(byPassword, secret: first)
      }
      for image in same { #expect(ClaimTests.fault(image, vault, password: first) == nil) }
      #expect(try SecretVault.slots(sameEnd).open(vault.spare) == nil)
      let second = SecretBytes.random(count: 32)
      let (other, otherEnd) = try SecretVault.images(of: image, perEvent: 3, seed: 10) { slots in
        try slots.claim(byCode, secret: second)
      }
      for image in other { #expect(ClaimTests.fault(image, vault, password: second) == nil) }
      #expect(try SecretVault.slots(otherEnd).open(vault.spare) == nil)
      #expect(try SecretVault.slots(otherEnd).open(first) == nil)
      #expect(try SecretVault.slots(otherEnd).open(second)?.isWhole == true)
    }
    #expect(triedCount > 0)
  }

  @Test("Leaving out any sync of a claim is noticed", arguments: 0...2)
  func missingSync(which: Int) throws {
    let vault = try SecretVault()
    var isNoticed = false
    for seed in 1...30 as ClosedRange<UInt64> where !isNoticed {
      let password = SecretBytes.random(count: 32)
      let (images, _) = try SecretVault.images(of: vault.content, perEvent: 5, seed: seed, ignoredSync: which) {
        slots in
        try slots.claim(try #require(try slots.open(vault.spare)), secret: password)
      }
      isNoticed = images.contains { ClaimTests.fault($0, vault, password: password) != nil }
      // The last sync is what an acknowledgement stands on.
      for image in images.suffix(5) where !isNoticed {
        isNoticed = try SecretVault.slots(image).open(password)?.isWhole != true
      }
    }
    #expect(isNoticed)
  }

  @Test("An album is never claimed: trying to ends the process")
  func albumIsNeverClaimed() async {
    await #expect(processExitsWith: .failure) {
      let vault = try SecretVault()
      let slots = try SecretVault.slots(vault.content)
      guard let album = try slots.open(vault.album) else { return }
      try slots.claim(album, secret: SecretBytes.random(count: 32))
    }
  }

  @Test("Claimed rooms have a key of their own: the spare's opens nothing of it, in a copy kept from before either")
  func freshKey() throws {
    let vault = try SecretVault()
    let file = MemoryFile(vault.content)
    let slots = try SecretVault.slots(file)
    let spare = try #require(try slots.open(vault.spare))
    let password = SecretBytes.random(count: 32)
    try slots.claim(spare, secret: password)
    let album = try #require(try slots.open(password))
    #expect(album.room == spare.room && album.masterKey.bytes != spare.masterKey.bytes)
    #expect(throws: VaultError.damaged(.root)) {
      try Space(slots.file, room: spare.room, masterKey: spare.masterKey)
    }
  }

  @Test("Forgetting leaves a spare that can be claimed again, and a power cut leaves the album or the spare")
  func forget() throws {
    let vault = try SecretVault()
    let code = SecretBytes.random(count: 32)
    let old = try #require(try SecretVault.slots(vault.content).open(vault.album))
    let (images, end) = try SecretVault.images(of: vault.content, perEvent: 5, seed: 4) { slots in
      try slots.forget(try #require(try slots.open(vault.album)), secret: code)
    }
    for image in images {
      let spare = try SecretVault.slots(image).open(code)
      let opensAlbum = try SecretVault.opensAlbum(image, vault.album)
      #expect(opensAlbum || spare?.isSpare == true)
    }
    let file = MemoryFile(end)
    let slots = try SecretVault.slots(file)
    #expect(try slots.open(vault.album) == nil)
    let spare = try #require(try slots.open(code))
    #expect(spare.isSpare && spare.isWhole && spare.room == vault.albumRoom)
    #expect(spare.masterKey.bytes != old.masterKey.bytes)
    let password = SecretBytes.random(count: 32)
    try slots.claim(spare, secret: password)
    let space = try Space(slots.file, try #require(try slots.open(password)))
    #expect(space.indexPageCount == 0)
    try space.setPage(0, SecretVault.mark)
    try space.commit()
    #expect(try space.report([]).isWhole)
  }
}
