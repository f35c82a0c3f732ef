// Agony
// SPDX-License-Identifier: Apache-2.0

/// Which file is meant when a command speaks of the vault.
struct VaultLocation: Equatable {
  let path: [UInt8]
  /// Neither named on the command line nor in the environment: its folder may have to be made first.
  let isDefault: Bool

  /// `--vault`, else AGONY_VAULT, else `$XDG_DATA_HOME/agony/album.agony`, else `~/.local/share/agony/album.agony`.
  init(_ invocation: Invocation, environment: (String) -> [UInt8]? = Environment.value) throws(Failure) {
    if let path = invocation.bytes(GlobalOptions.vault) ?? environment("AGONY_VAULT") {
      self.init(path: path, isDefault: false)
    } else if let data = environment("XDG_DATA_HOME"), data.first == UInt8(ascii: "/") {
      self.init(path: data + [UInt8]("/agony/album.agony".utf8), isDefault: true)
    } else if let home = environment("HOME") {
      self.init(path: home + [UInt8]("/.local/share/agony/album.agony".utf8), isDefault: true)
    } else {
      throw .usage("there is no home folder to look for a vault in; use '--vault FILE'")
    }
  }

  init(path: [UInt8], isDefault: Bool) {
    self.path = path
    self.isDefault = isDefault
  }

  var shown: String { DisplayText.show(path) }
}
