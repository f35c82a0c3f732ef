// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album
internal import Glibc

extension Problem {
  var statusWord: String { status == .skipped ? "skipped" : "failed" }

  /// Why, for a person; with the system's own words where it gave any.
  var reason: String {
    switch (code, detail) {
    case (_, 0), (.notFound, _), (.tooDeep, _): kind
    case (.notRemoved, ELOOP): "\(code.reason): it was named through a symbolic link"
    case (.notRemoved, ECANCELED): "\(code.reason): stopped before it was compared"
    default: "\(code.reason): \(SystemError.text(detail))"
    }
  }

  /// Why, without what is particular to this file.
  var kind: String { refusal.map { "\(code.reason), but \($0.explanation)" } ?? code.reason }

  func writeFields(_ writer: inout JSONWriter) {
    writer.field("path", path)
    writer.field("reason", reason)
    writer.field("code", code.rawValue)
  }
}

extension ProblemCode {
  var reason: String {
    switch self {
    case .empty: "empty file"
    case .notMedia: "not a photo or film"
    case .notRegular: "not a regular file"
    case .symbolicLink: "a symbolic link"
    case .theVault: "the vault itself"
    case .tooDeep: "folders nested too deeply"
    case .notFound: "not there"
    case .unreadable: "cannot be read"
    case .changed: "changed while it was read"
    case .noRoom: "no room left in the album"
    case .stopped: "not stored, because a write to the disk failed before"
    case .cancelled: "not reached before the stop"
    case .notRemoved: "stored, but the source could not be deleted"
    case .readBack: "stored bytes could not be read back; the source is kept"
    case .damaged: "damaged in the vault"
    case .missing: "not in the album"
    case .unwritable: "cannot be written"
    }
  }
}
