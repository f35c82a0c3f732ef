// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

extension Problem {
  var statusWord: String { status == .skipped ? "skipped" : "failed" }

  /// Why, for a person; with the system's own words where it gave any.
  var reason: String { detail == 0 ? code.reason : "\(code.reason): \(SystemError.text(detail))" }

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
