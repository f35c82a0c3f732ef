// Agony
// SPDX-License-Identifier: Apache-2.0

/// What a person may have meant by a word that is not known.
enum Suggestion {
  /// The nearest of `words`, if it is near: a third of the letters may differ, and a beginning counts as near.
  static func nearest(to word: String, in words: [String]) -> String? {
    let lower = word.lowercased()
    if let longer = words.filter({ $0.hasPrefix(lower) && lower.count >= 2 }).min(by: { $0.count < $1.count }) {
      return longer
    }
    let ranked = words.map { (word: $0, distance: distance(lower, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(lower.count, best.word.count) / 3) ? best.word : nil
  }

  /// Letters to insert, remove, change or swap with their neighbour.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a.prefix(64))
    let b = Array(b.prefix(64))
    var rows = [Array(0...b.count)]
    for i in 1..<(a.count + 1) {
      var row = [i]
      for j in 1..<(b.count + 1) {
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
