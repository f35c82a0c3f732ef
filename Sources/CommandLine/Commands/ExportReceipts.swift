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
    case .problem(let id, let problem):
      if console.isJSON {
        console.json { writer in
          writer.object { writer in
            writer.field("event", "failed")
            Self.writeFields(id, problem, &writer)
          }
        }
      } else {
        console.complain("\(DisplayText.show(problem.path)) (\(id)): \(problem.reason)")
      }
    }
  }

  static func writeFields(_ id: Int64, _ problem: Problem, _ writer: inout JSONWriter) {
    writer.field("id", String(id))
    writer.field("name", problem.path)
    writer.field("reason", problem.reason)
    writer.field("code", problem.code.rawValue)
  }
}
