// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Glibc
internal import Unlock
internal import Vault

// Every failure of the modules underneath, as an exit code and a sentence: the one place where that is decided.

extension Failure {
  init(_ error: VaultError) {
    switch error {
    case .notAVault: self.init(.unusable, "this is not a vault")
    case .notFound:
      self.init(.unusable, "there is no vault here; 'agony create' makes one, '--vault FILE' names another")
    case .unsupportedVersion(let version):
      self.init(.unusable, "this vault is of version \(version); this program knows version \(Version.format) only")
    case .damaged(let damage): self.init(.unusable, Self.sentence(damage))
    case .busy: self.init(.busy, "another process holds this vault; try again when it is done")
    case .noRoom: self.init(.noRoom, "the album is full; 'agony enlarge' makes the vault larger")
    case .diskFull: self.init(.noRoom, "the disk is full")
    case .readOnly: self.init(.refused, "the vault cannot be written to")
    case .stopped:
      self.init(
        .partly, "a write to the disk failed, so nothing more is written; what was reported as stored is stored")
    case .inputOutput(ENOSPC), .inputOutput(EDQUOT): self.init(.noRoom, "the disk is full")
    case .inputOutput(EFBIG):
      self.init(.noRoom, "the file system, or a limit set for this program, lets no file grow that large")
    case .inputOutput(let code): self.init(.partly, "the system refused to read or write: \(SystemError.text(code))")
    case .alreadyExists: self.init(.refused, "there is a file of that name already, and it is not overwritten")
    case .unsafeFileSystem(let reason): self.init(.refused, Self.fragment(reason) + "; '--force' does it all the same")
    case .outOfMemory:
      self.init(.partly, "there is not enough memory to check a password; this says nothing about the password")
    case .invalid(let reason): self.init(.usage, Self.fragment(reason))
    case .cancelled: self.init(Signals.exitCode, "stopped")
    }
  }

  private static func sentence(_ damage: VaultError.Damage) -> String {
    switch damage {
    case .publicBlock: "both copies of the vault's public block are damaged"
    case .cutShort: "the vault is cut short: its end is missing"
    case .parameters: "the vault names parameters that no vault may have, so nothing is tried with them"
    case .root: "this album's root is damaged in every copy"
    case .page: "a page of this album's index is damaged in both copies"
    case .object: "the bytes of a photo or film are damaged"
    case .slot: "this album's key slots contradict each other"
    }
  }

  init(_ error: UnlockError) {
    switch error {
    case .notOpened: self = .notOpened
    case .isClaimCode: self.init(.notOpened, "this is a claim code; 'agony register' makes an album of it")
    case .alreadyExists: self.init(.refused, "this password already opens an album; choose another one")
    case .vault(let error): self.init(error)
    }
  }

  init(_ error: AlbumError) {
    switch error {
    case .vault(let error): self.init(error)
    case .index(let code): self.init(.partly, "the album's index could not be used (SQLite error \(code))")
    case .unsuitableLibrary:
      self.init(.refused, "the SQLite library of this machine could write parts of an album to other files")
    case .noThread: self.init(.partly, "the system lets this program start no further thread")
    case .noMediaWorker:
      self.init(
        .refused,
        "the program 'agony-media-worker' is not beside this one, or this system cannot lock it in; nothing is decoded without it"
      )
    case .damagedIndex: self.init(.unusable, "this album's index is damaged")
    case .newerIndex: self.init(.unusable, "this album was written by a newer version of this program")
    case .readOnly: self.init(.refused, "the vault cannot be written to")
    case .noSuchCollection: self.init(.usage, "there is no collection of that name")
    case .collectionExists: self.init(.refused, "there is a collection of that name already")
    case .invalidCollectionName:
      self.init(.usage, "a collection's name has 1 to 1,024 bytes and no control characters")
    case .destination(let code):
      self.init(
        code == 28 || code == 122 ? .noRoom : .partly, "the destination cannot be written to: \(SystemError.text(code))"
      )
    }
  }

  /// A password that is to become one of an album's.
  init(newPassword error: Password.Refusal) {
    switch error {
    case .empty: self.init(.usage, "a password must not be empty")
    case .tooLong: self.init(.usage, "a password has at most 4,096 bytes")
    case .notUTF8: self.init(.usage, "a password must be text in UTF-8")
    }
  }

  /// A password that is to open an album. None of these can, and each is plain to whoever typed it.
  init(givenPassword error: Password.Refusal) {
    switch error {
    case .empty: self.init(.notOpened, "no album opens with an empty password")
    case .tooLong: self.init(.notOpened, "no album opens with a password of more than 4,096 bytes")
    case .notUTF8: self.init(.notOpened, "no album opens with a password that is not text in UTF-8")
    }
  }

  /// A sentence of another module without its full stop, beginning with a small letter unless with a name.
  private static func fragment(_ sentence: String) -> String {
    let text = sentence.last == "." ? String(sentence.dropLast()) : sentence
    let second = text.dropFirst().first
    guard second.map({ $0.isLowercase || $0 == " " }) == true else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
