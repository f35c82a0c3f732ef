// Agony
// SPDX-License-Identifier: Apache-2.0

/// The options every command takes.
enum GlobalOptions {
  static let vault = OptionSpec.value(
    "vault", "FILE", completion: .files,
    "the vault; else the file that AGONY_VAULT names, else agony/album.agony in your data folder")
  static let passwordDescriptor = OptionSpec.value(
    "password-fd", "N", "read the password from file descriptor N, one line, instead of asking for it")
  static let json = OptionSpec.flag("json", "answer in JSON, for scripts")
  static let quiet = OptionSpec.flag(
    "quiet", short: "q", "no progress and no report, only what was asked for and errors")
  static let help = OptionSpec.flag("help", short: "h", "explain this command")
  static let version = OptionSpec.flag("version", "say which version this is")

  static let all = [vault, passwordDescriptor, json, quiet, help, version]
}
