// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// Says of each item what became of it.
struct ExportReceipts {
  let console: Console
  let display: ProgressDisplay

  func take(_ event: ExportEvent) {
    switch event {
    case .ready(let fileCount, let byteCount): display.update(ofFiles: fileCount, ofBytes: byteCount)
    case .progress(let fileCount, let byteCount): display.update(files: fileCount, bytes: byteCount)
    case .exported(let id, let path, let sha256, let byteCount):
      display.update(current: path)
      guard console.isJSON else { return }
      console.json { writer in
        writer.object { writer in
          writer.field("event", "exported")
          writer.field("id", String(id))
          writer.field("path", path)
          writer.field("sha256", Hexadecimal.text(sha256))
          writer.field("size", byteCount)
        }
      }
    case .problem(let entry):
      if console.isJSON {
        console.json { writer in
          writer.object { writer in
            writer.field("event", "failed")
            Self.writeFields(entry, &writer)
          }
        }
      } else {
        let name = entry.problem.path.isEmpty ? "\(entry.id)" : "\(DisplayText.show(entry.problem.path)) (\(entry.id))"
        console.complain("\(name): \(entry.problem.reason)")
      }
    }
  }

  static func writeFields(_ entry: ExportProblem, _ writer: inout JSONWriter) {
    writer.field("id", String(entry.id))
    writer.field("name", entry.problem.path)
    writer.field("reason", entry.problem.reason)
    writer.field("code", entry.problem.code.rawValue)
  }
}
