// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto
package import Vault

/// From a password to an open album, and everything that changes what opens one.
package enum Unlock {
  /// Makes a vault with an album for each password, and returns the claim codes, which exist nowhere else.
  package static func create(
    at path: FilePath, _ options: CreateOptions, passwords: [Password], progress: (Int64, Int64) -> Bool
  ) throws(UnlockError) -> [String] {
    try check(options, passwords: passwords)
    return try vault { () throws(VaultError) in
      let geometry = try VaultGeometry.onLadder(atLeast: options.byteCount, rooms: options.rooms)
      let creation = VaultCreation(
        geometry: geometry, kdfMemoryKiB: options.kdfMemoryKiB, kdfPasses: options.kdfPasses)
      var rooms: [VaultCreation.Room] = []
      for password in passwords {
        rooms.append(VaultCreation.Room(secret: try creation.stretch(password.bytes), isSpare: false))
      }
      var codes: [String] = []
      for _ in 0..<options.claimCodeCount {
        let code = ClaimCode.make()
        let secret = SecretBytes(copying: code)
        rooms.append(VaultCreation.Room(secret: try creation.stretch(secret), isSpare: true))
        codes.append(code)
      }
      try creation.make(at: path, rooms: rooms, evenIfUnsafe: options.evenIfUnsafe, progress: progress)
      return codes
    }
  }

  private static func check(_ options: CreateOptions, passwords: [Password]) throws(UnlockError) {
    func refuse(_ reason: String) -> UnlockError { .vault(.invalid(reason)) }
    guard [1, 2, 4, 8].contains(options.rooms) else { throw refuse("A vault has 1, 2, 4 or 8 rooms.") }
    guard passwords.count >= 1 else { throw refuse("A vault needs at least one password.") }
    guard options.claimCodeCount >= 0, passwords.count + options.claimCodeCount <= options.rooms else {
      throw refuse("Passwords and claim codes together are more than the vault has rooms.")
    }
    guard PublicBlock.kdfMemoryKiB.contains(options.kdfMemoryKiB), PublicBlock.kdfPasses.contains(options.kdfPasses)
    else { throw refuse("The key derivation takes 64 MiB to 4 GiB of memory and 3 to 16 passes.") }
    for (i, password) in passwords.enumerated() where passwords[0..<i].contains(where: { password.isSame(as: $0) }) {
      throw .alreadyExists
    }
  }

  package static func open(_ vault: Vault, _ password: Password) throws(UnlockError) -> OpenedSpace {
    let (_, opened) = try tryAll(vault, password)
    guard let opened else { throw .notOpened }
    guard !opened.isSpare else { throw .isClaimCode }
    let space = try Unlock.vault { () throws(VaultError) in try Space(vault.file, opened) }
    return OpenedSpace(space: space, slotsAreWhole: opened.isWhole)
  }

  /// Makes an album of the spare that `claim` opens.
  package static func register(_ vault: Vault, claim: Password, password: Password) throws(UnlockError) {
    let (_, spare) = try tryAll(vault, claim)
    let (secret, existing) = try tryAll(vault, password)
    guard let spare, spare.isSpare else { throw .notOpened }
    if let existing, existing.isSpare || !existing.isSameRoom(as: spare) { throw .alreadyExists }
    try Unlock.vault { () throws(VaultError) in
      if let existing {
        // The album of an earlier registering that was cut off before anyone was told; its root is durable, its slots not all written.
        try vault.slots.rewrite(existing, secret: secret)
      } else {
        try vault.slots.claim(spare, secret: secret)
      }
    }
  }

  /// Either password opens the album at every moment; afterwards only the new one.
  package static func changePassword(_ vault: Vault, from old: Password, to new: Password) throws(UnlockError) {
    let (_, opened) = try tryAll(vault, old)
    let (secret, existing) = try tryAll(vault, new)
    guard let opened else { throw .notOpened }
    guard !opened.isSpare else { throw .isClaimCode }
    // The same room, and not all of it: an earlier change to this password was cut off, and is done over.
    if let existing, !existing.isSameRoom(as: opened) || existing.isWhole || existing.isSpare { throw .alreadyExists }
    let newest = existing.map { $0.isNewer(than: opened) ? $0 : opened } ?? opened
    try Unlock.vault { () throws(VaultError) in try vault.slots.rewrite(newest, secret: secret) }
  }

  /// Seals all four key slots under this password: the end of an interrupted change, or the mending of a damaged slot.
  package static func finishChange(_ vault: Vault, _ password: Password) throws(UnlockError) {
    let (secret, opened) = try tryAll(vault, password)
    guard let opened else { throw .notOpened }
    guard !opened.isSpare else { throw .isClaimCode }
    guard !opened.isWhole else { return }
    try Unlock.vault { () throws(VaultError) in try vault.slots.rewrite(opened, secret: secret) }
  }

  /// Makes a spare of an album, whose photos are gone for good, and returns the claim code of the spare.
  ///
  /// `announce` is given the claim code before the first slot is written, so that it is not lost with a process that ends in between; the code
  /// counts once this has returned.
  package static func forget(
    _ vault: Vault, _ password: Password, announce: (String) -> Void
  ) throws(UnlockError) {
    let (_, opened) = try tryAll(vault, password)
    guard let opened else { throw .notOpened }
    guard !opened.isSpare else { throw .isClaimCode }
    let code = ClaimCode.make()
    announce(code)
    try Unlock.vault { () throws(VaultError) in
      try vault.slots.forget(opened, secret: try vault.slots.stretch(SecretBytes(copying: code)))
    }
  }

  private static func tryAll(
    _ vault: Vault, _ password: Password
  ) throws(UnlockError) -> (secret: SecretBytes, opened: OpenedRoom?) {
    try Unlock.vault { () throws(VaultError) in
      let secret = try vault.slots.stretch(password.bytes)
      return (secret, try vault.slots.open(secret))
    }
  }

  private static func vault<T>(_ body: () throws(VaultError) -> T) throws(UnlockError) -> T {
    do {
      return try body()
    } catch {
      throw .vault(error)
    }
  }
}

extension SecretBytes {
  convenience init(copying text: String) {
    var text = text
    self.init(copying: text.withUTF8 { Array($0) })
  }

  convenience init(copying bytes: [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }
}
