// Agony
// SPDX-License-Identifier: Apache-2.0

/// One option of a command, as data: parsing, help and completions are made from it.
struct OptionSpec: Sendable {
  /// Without the dashes.
  let name: String
  let short: Character?
  /// Nil for a flag.
  let value: ValueSpec?
  let help: String

  private init(name: String, short: Character?, value: ValueSpec?, help: String) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
  }

  static func flag(_ name: String, short: Character? = nil, _ help: String) -> OptionSpec {
    OptionSpec(name: name, short: short, value: nil, help: help)
  }

  static func value(
    _ name: String, _ placeholder: String, completion: Completion = .nothing, _ help: String
  ) -> OptionSpec {
    OptionSpec(
      name: name, short: nil, value: ValueSpec(placeholder: placeholder, completion: completion), help: help)
  }

  struct ValueSpec: Sendable {
    let placeholder: String
    let completion: Completion
  }

  /// What a shell may offer in this place.
  enum Completion: Sendable, Equatable {
    case nothing
    case files
    case folders
    case words([String])
  }

  /// `--size SIZE`, `-q, --quiet`
  var usage: String {
    let long = "--" + name + (value.map { " " + $0.placeholder } ?? "")
    return short.map { "-\($0), \(long)" } ?? long
  }
}
