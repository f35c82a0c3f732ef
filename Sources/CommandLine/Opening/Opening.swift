// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Unlock
internal import Vault

/// From the arguments of a command to an open album.
struct Opening {
  enum Purpose { case reading, writing }

  let invocation: Invocation
  let console: Console

  /// Opens the vault, asks for the password, opens its album, and closes all of it after `body`.
  ///
  /// An album of which not all four key slots open is read with a warning, and not written to.
  func withAlbum(
    for purpose: Purpose, _ body: (OpenAlbum) throws(Failure) -> ExitCode
  ) throws(Failure) -> ExitCode {
    let source = try SecretSource(GlobalOptions.passwordDescriptor, in: invocation)
    return try withVault(mode: purpose == .writing ? .readWrite : .readWriteIfAllowed) { (vault) throws(Failure) in
      let opened = try open(vault, source, for: purpose)
      let album: Album
      do throws(AlbumError) { album = try Album(space: opened.space) } catch { throw Failure(error) }
      return try body(
        OpenAlbum(album: album, space: opened.space, vault: vault, slotsAreWhole: opened.slotsAreWhole))
    }
  }

  /// Opens the vault alone.
  func withVault(
    mode: Vault.Mode, _ body: (Vault) throws(Failure) -> ExitCode
  ) throws(Failure) -> ExitCode {
    let location = try VaultLocation(invocation)
    let vault: Vault
    do {
      vault = try Vault.open(FilePath(bytes: location.path), mode: mode)
    } catch {
      // Even reading was refused, if writing was not asked for.
      let isUnreadable = error == .readOnly && mode != .readWrite
      let failure = isUnreadable ? Failure(.refused, "you are not allowed to read this file") : Failure(error)
      throw Failure(failure.code, "\(location.shown): \(failure.sentence)")
    }
    // Its time is set once more when it is let go, after everything else.
    defer { withExtendedLifetime(vault) {} }
    if !vault.publicBlockIsWhole {
      console.warn(
        """
        the two copies of the vault's public block differ: an enlargement was interrupted, or one copy is damaged. \
        The other one serves
        """)
    }
    return try body(vault)
  }

  private func open(_ vault: Vault, _ source: SecretSource, for purpose: Purpose) throws(Failure) -> OpenedSpace {
    // On a terminal a slip of the finger is common, and each try costs a key derivation all the same.
    for triesLeft in (0..<(source.isTerminal ? 3 : 1)).reversed() {
      do {
        let password = try source.read("Password: ", option: GlobalOptions.passwordDescriptor)
        return try open(vault, password, for: purpose, mayAsk: source.isTerminal)
      } catch {
        guard error.code == .notOpened, triesLeft > 0 else { throw error }
        console.complain("agony: " + error.sentence)
      }
    }
    throw .notOpened
  }

  private func open(
    _ vault: Vault, _ password: Password, for purpose: Purpose, mayAsk: Bool
  ) throws(Failure) -> OpenedSpace {
    let opened: OpenedSpace
    do { opened = try Unlock.open(vault, password) } catch { throw Failure(error) }
    if opened.slotsAreWhole { return opened }
    let what = "a change of this album's password was interrupted, or a key slot is damaged"
    guard purpose == .writing else {
      console.warn(what + "; 'agony passwd --finish' with the password just given mends it")
      return opened
    }
    guard mayAsk, let terminal = Terminal.open() else {
      throw Failure(.refused, what + "; 'agony passwd --finish' mends it, and until then nothing is written")
    }
    terminal.say("agony: " + what + ".")
    guard terminal.confirm("Finish it now, so that the password just given is the only one?") else {
      throw Failure(.refused, "nothing is written until 'agony passwd --finish' has mended the key slots")
    }
    do { try Unlock.finishChange(vault, password) } catch { throw Failure(error) }
    do { return try Unlock.open(vault, password) } catch { throw Failure(error) }
  }
}
