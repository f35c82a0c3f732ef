// Agony
// SPDX-License-Identifier: Apache-2.0

/// Why a source was not read to its end.
enum SourceFailure: Error, Equatable {
  /// It could not be opened or read; errno.
  case unreadable(Int32)
  /// It is not the file that was found, or not as it was found.
  case changed
  case notMedia(Refusal)
  case cancelled

  func problem(of source: Source) -> Problem {
    switch self {
    case .unreadable(let code): Problem(path: source.path, openingFailedWith: code)
    case .changed: Problem(path: source.path, status: .failed, code: .changed)
    case .notMedia(let refusal): Problem(path: source.path, status: .skipped, code: .notMedia, refusal: refusal)
    case .cancelled: Problem(path: source.path, status: .failed, code: .cancelled)
    }
  }
}
