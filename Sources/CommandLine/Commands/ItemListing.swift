// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Album

/// Writes items as they come, as a JSON array or as lines.
struct ItemListing {
  let console: Console
  let collectionNames: [Int64: String]
  private var count = 0

  init(console: Console, collectionNames: [Int64: String]) {
    self.console = console
    self.collectionNames = collectionNames
  }

  mutating func show(_ items: [ItemSummary]) {
    for item in items {
      if console.isJSON {
        var writer = JSONWriter()
        writer.object { item.writeFields(&$0, collectionNames: collectionNames) }
        console.output.write([UInt8]((count == 0 ? "[\n" : ",\n").utf8) + writer.bytes)
      } else {
        console.answer(line(item))
      }
      count += 1
    }
  }

  func finish() {
    if console.isJSON {
      console.output.write([UInt8]((count == 0 ? "[]\n" : "\n]\n").utf8))
    } else if count == 0, console.outputIsTerminal {
      console.note("Nothing here.")
    }
  }

  private func line(_ item: ItemSummary) -> String {
    let taken = Moment.taken(microseconds: item.taken)
    return [
      taken.date + " " + taken.timeOfDay, DisplayWidth.pad(item.word, to: 6),
      DisplayWidth.padStart(ByteSize.describe(item.byteCount), to: 10),
      DisplayWidth.padStart(String(item.id), to: 19), DisplayText.show(item.name),
    ].joined(separator: "  ")
  }
}
