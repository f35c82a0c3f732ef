// Agony
// SPDX-License-Identifier: Apache-2.0

/// Asks before something that cannot be undone.
enum Confirmation {
  /// Returns if the person at the terminal says yes or `option` was given; without either it is refused.
  static func require(_ question: String, unless option: OptionSpec, in invocation: Invocation) throws(Failure) {
    if invocation.isSet(option) { return }
    guard let terminal = Terminal.open() else {
      throw Failure(
        .refused, "this cannot be undone, and there is no terminal to ask on; '--\(option.name)' says that it is meant")
    }
    guard terminal.confirm(question) else { throw Failure(.refused, "nothing was done") }
  }
}
