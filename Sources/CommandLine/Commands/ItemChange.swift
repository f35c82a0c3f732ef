// Agony
// SPDX-License-Identifier: Apache-2.0

/// What became of the items a command named.
struct ItemChange {
  /// Name of the number in JSON.
  let word: String
  let sentence: String
  let count: Int
  let missing: [Int64]

  func announce(_ console: Console) {
    if console.isJSON {
      console.json { writer in
        writer.object { writer in
          writer.field(word, count)
          writer.field("missing", strings: missing.map(String.init))
        }
      }
    }
    console.report("\(count == 1 ? "1 item" : "\(count) items") \(sentence)")
  }
}
