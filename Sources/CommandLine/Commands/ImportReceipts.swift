// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// Says of each file what became of it, as soon as that is true and not before.
struct ImportReceipts {
  let console: Console
  let display: ProgressDisplay
  let isDryRun: Bool

  func take(_ event: ImportEvent) {
    switch event {
    case .scanned(let fileCount, let byteCount): display.update(ofFiles: fileCount, ofBytes: byteCount)
    case .ready(let fileCount, let byteCount, let available):
      display.update(ofFiles: fileCount, ofBytes: byteCount)
      if byteCount > available {
        console.warn(
          "these files have \(ByteSize.describe(byteCount)) in all, and the album has room for "
            + "\(ByteSize.describe(available)). What is not here yet is stored file by file as far as it fits; "
            + "'agony enlarge' makes room")
      }
    case .started(let path, _): display.update(current: path)
    case .progress(let fileCount, let byteCount): display.update(files: fileCount, bytes: byteCount)
    case .stored(let path, let id, let sha256, let byteCount, let isHealed):
      receipt(isDryRun ? "would-store" : "stored", path, id, sha256, byteCount, isHealed: isHealed)
    case .duplicate(let path, let id, let sha256, let byteCount, let isRestored):
      receipt("duplicate", path, id, sha256, byteCount, isRestored: isRestored)
    case .removed(let path): removed(path)
    case .problem(let problem): tell(problem)
    }
  }

  private func receipt(
    _ event: String, _ path: [UInt8], _ id: Int64, _ sha256: [UInt8], _ byteCount: Int64, isRestored: Bool = false,
    isHealed: Bool = false
  ) {
    guard console.isJSON else { return }
    console.json { writer in
      writer.object { writer in
        writer.field("event", event)
        writer.field("path", path)
        if id > 0 { writer.field("id", String(id)) }
        writer.field("sha256", Hexadecimal.text(sha256))
        writer.field("size", byteCount)
        if isRestored { writer.field("restored", true) }
        if isHealed { writer.field("healed", true) }
      }
    }
  }

  private func removed(_ path: [UInt8]) {
    guard console.isJSON else { return }
    console.json { writer in
      writer.object { writer in
        writer.field("event", "removed")
        writer.field("path", path)
      }
    }
  }

  private func tell(_ problem: Problem) {
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field("event", problem.statusWord)
          problem.writeFields(&writer)
        }
      }
    } else if problem.status == .failed {
      console.complain("\(DisplayText.show(problem.path)): \(problem.reason)")
    } else {
      console.note("\(DisplayText.show(problem.path)): \(problem.reason)")
    }
  }
}
