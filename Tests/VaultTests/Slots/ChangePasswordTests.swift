// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
import Testing

@testable import Vault

@Suite("Changing a password under power cuts")
struct ChangePasswordTests {
  @Test("The old or the new secret opens the album after every power cut", arguments: 1...6 as ClosedRange<UInt64>)
  func change(seed: UInt64) throws {
    let vault = try SecretVault()
    let new = SecretBytes.random(count: 32)
    let (images, end) = try SecretVault.images(of: vault.content, perEvent: 6, seed: seed) { slots in
      try slots.rewrite(try #require(try slots.open(vault.album)), secret: new)
    }
    for image in images {
      let opens = try (SecretVault.opensAlbum(image, vault.album), SecretVault.opensAlbum(image, new))
      #expect(opens.0 || opens.1)
      #expect(try SecretVault.slots(image).open(vault.spare)?.isWhole == true)
    }
    #expect(try !SecretVault.opensAlbum(end, vault.album))
    #expect(try SecretVault.slots(end).open(new)?.isWhole == true)
  }

  @Test(
    "A second power cut while the change is finished loses nothing either", arguments: 1...2 as ClosedRange<UInt64>)
  func finishing(seed: UInt64) throws {
    let vault = try SecretVault()
    let new = SecretBytes.random(count: 32)
    let (images, _) = try SecretVault.images(of: vault.content, perEvent: 8, seed: seed) { slots in
      try slots.rewrite(try #require(try slots.open(vault.album)), secret: new)
    }
    var triedCount = 0
    for (number, image) in images.enumerated() where triedCount < 5 {
      let opened = try (SecretVault.slots(image).open(vault.album), SecretVault.slots(image).open(new))
      // The dangerous ones: few slots open at all.
      guard (opened.0?.openSlots.count ?? 0) + (opened.1?.openSlots.count ?? 0) <= 3 else { continue }
      triedCount += 1
      for (secret, opened) in [(vault.album, opened.0), (new, opened.1)] {
        guard let opened else { continue }
        let (later, end) = try SecretVault.images(of: image, perEvent: 4, seed: seed &+ UInt64(number)) { slots in
          try slots.rewrite(opened, secret: secret)
        }
        for image in later {
          let opens = try (SecretVault.opensAlbum(image, vault.album), SecretVault.opensAlbum(image, new))
          #expect(opens.0 || opens.1, "seed \(seed), image \(number)")
        }
        #expect(try SecretVault.slots(end).open(secret)?.isWhole == true)
      }
    }
    #expect(triedCount > 0)
  }

  @Test(
    "Mending two damaged slots keeps the two that open until others do",
    arguments: [[0, 1], [2, 3], [0, 2], [1], [0, 1, 2], [1, 2, 3]])
  func mending(damaged: [Int]) throws {
    let vault = try SecretVault()
    var content = vault.content
    for slot in damaged {
      let page = RoomLayout(SecretVault.geometry).slotPage(slot)
      content[Int(SecretVault.geometry.offset(ofPage: page, room: vault.albumRoom)) + 100] ^= 1
    }
    let (images, end) = try SecretVault.images(of: content, perEvent: 8, seed: 1) { slots in
      try slots.rewrite(try #require(try slots.open(vault.album)), secret: vault.album)
    }
    for image in images { #expect(try SecretVault.opensAlbum(image, vault.album)) }
    #expect(try SecretVault.slots(end).open(vault.album)?.isWhole == true)
  }

  @Test("Leaving out a sync of a change is noticed", arguments: [0, 1])
  func missingSync(which: Int) throws {
    let vault = try SecretVault()
    var isNoticed = false
    for seed in 1...20 as ClosedRange<UInt64> where !isNoticed {
      let new = SecretBytes.random(count: 32)
      let collected = try SecretVault.images(of: vault.content, perEvent: 4, seed: seed, ignoredSync: which) { slots in
        try slots.rewrite(try #require(try slots.open(vault.album)), secret: new)
      }
      for image in collected.images.dropLast(which == 1 ? collected.images.count - 4 : 0) {
        let opens = try (SecretVault.opensAlbum(image, vault.album), SecretVault.opensAlbum(image, new))
        if !opens.0, !opens.1 { isNoticed = true }
      }
      // Acknowledged, and not whole: the second sync is what makes it so.
      for image in collected.images.suffix(4) where try SecretVault.slots(image).open(new)?.isWhole != true {
        isNoticed = true
      }
    }
    #expect(isNoticed)
  }
}
