// Agony
// SPDX-License-Identifier: Apache-2.0

/// Why a command ends early: the exit code and one sentence for a person.
struct Failure: Error, Equatable {
  let code: ExitCode
  /// Without a full stop at the end; never holds a password, a key or a name from inside an album.
  let sentence: String
  /// The command whose help explains more, such as `agony import`.
  var command: String?

  init(_ code: ExitCode, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  static func usage(_ sentence: String) -> Failure { Failure(.usage, sentence) }

  /// One sentence for a wrong password and for a password of no album.
  static let notOpened = Failure(.notOpened, "no album opens with this password")
}
