// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// Has items analysed, with progress, and says of each that is out of the ordinary what became of it.
struct AnalysisReceipts {
  let console: Console

  /// Within `Signals.watching`; a signal ends it in good order.
  func analyse(
    _ selection: AnalysisSelection, of album: Album
  ) throws(Failure) -> (report: AnalysisReport, seconds: Double) {
    var seconds = 0.0
    let report = try console.withProgress("analysing") { (display) throws(Failure) in
      defer { seconds = display.elapsedSeconds }
      do throws(AlbumError) {
        return try album.analyse(selection) { event in
          switch event {
          case .ready(let count): display.update(ofFiles: count)
          case .progress(let count): display.update(files: count)
          case .flagged(let item): tell(item)
          case .paired(let photo, let film): tell(photo, film)
          }
        } isCancelled: {
          Signals.noted != nil || console.isBroken
        }
      } catch {
        throw Failure(error)
      }
    }
    return (report, seconds)
  }

  private func tell(_ item: FlaggedItem) {
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field("event", "flagged")
          item.writeFields(&writer)
        }
      }
    } else {
      let name = item.name.isEmpty ? String(item.id) : "\(DisplayText.show(item.name)) (\(item.id))"
      console.note("\(name): \(item.sentence)")
    }
  }

  private func tell(_ photo: Int64, _ film: Int64) {
    guard console.isJSON else { return }
    console.json { writer in
      writer.object { writer in
        writer.field("event", "paired")
        writer.field("id", String(photo))
        writer.field("film_id", String(film))
      }
    }
  }
}
