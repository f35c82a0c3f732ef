// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

extension FlaggedItem {
  /// Why, for a person.
  var sentence: String {
    switch reason {
    case .guessed: "cut short or damaged; shown as far as it goes"
    case .damagedInVault: "damaged in the vault; 'agony verify' says more"
    case .missing: "not in the album"
    case .outcome(let outcome): "no picture: \(outcome.sentence)"
    }
  }

  /// For scripts.
  var code: String {
    switch reason {
    case .guessed: "guessed"
    case .damagedInVault: "damaged-in-vault"
    case .missing: "missing"
    case .outcome(let outcome): outcome.word
    }
  }

  func writeFields(_ writer: inout JSONWriter) {
    writer.field("id", String(id))
    writer.field("name", name)
    writer.field("reason", sentence)
    writer.field("code", code)
  }
}

extension AnalysisOutcome {
  var word: String {
    switch self {
    case .pictures: "pictures"
    case .unsupported: "unsupported"
    case .damaged: "damaged"
    case .tooLarge: "too-large"
    case .nothingToShow: "nothing-to-show"
    case .outOfMemory: "out-of-memory"
    case .crashed: "crashed"
    case .timedOut: "timed-out"
    }
  }

  var sentence: String {
    switch self {
    case .pictures: "there is one"
    case .unsupported: "this format cannot be shown"
    case .damaged: "the file is damaged"
    case .tooLarge: "it is larger than anything that is decoded"
    case .nothingToShow: "a film without a picture"
    case .outOfMemory: "decoding it takes too much memory"
    case .crashed: "decoding it failed"
    case .timedOut: "decoding it took too long"
    }
  }
}
