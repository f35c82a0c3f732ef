// Agony
// SPDX-License-Identifier: Apache-2.0

/// What is known of a long work, and how to say it in one line. Has no clock of its own.
struct ProgressState {
  let title: String
  var files = 0
  var totalFiles = 0
  var totalBytes: Int64 = 0
  /// Name or path of what is being worked on.
  var current: [UInt8] = []
  private(set) var bytes: Int64 = 0
  /// Of the last fifteen seconds, oldest first; bytes, or files where bytes are not counted.
  private var samples: [(seconds: Double, done: Int64)] = [(0, 0)]

  init(title: String) { self.title = title }

  mutating func note(bytes: Int64, at seconds: Double) {
    self.bytes = bytes
    sample(bytes, at: seconds)
  }

  mutating func note(files: Int, at seconds: Double) {
    self.files = files
    if countsFiles { sample(Int64(files), at: seconds) }
  }

  private var countsFiles: Bool { totalBytes == 0 && bytes == 0 && totalFiles > 0 }

  private mutating func sample(_ done: Int64, at seconds: Double) {
    if let last = samples.last, samples.count > 1, seconds - last.seconds < 0.25 { return }
    samples.append((seconds, done))
    while samples.count > 2, seconds - samples[0].seconds > 15 { samples.removeFirst() }
  }

  /// Bytes a second lately, or files; nil while that cannot be said.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, last.seconds - first.seconds >= 0.5,
      last.done > first.done
    else { return nil }
    return Double(last.done - first.done) / (last.seconds - first.seconds)
  }

  var secondsLeft: Double? {
    guard let rate else { return nil }
    if countsFiles { return totalFiles > files ? Double(totalFiles - files) / rate : nil }
    guard totalBytes > bytes else { return nil }
    return Double(totalBytes - bytes) / rate
  }

  /// 0 to 1; nil if the total is not known.
  var fraction: Double? {
    if totalBytes > 0 { return min(1, Double(bytes) / Double(totalBytes)) }
    if totalFiles > 0 { return min(1, Double(files) / Double(totalFiles)) }
    return nil
  }

  private var facts: [String] {
    var facts: [String] = []
    if let fraction { facts.append(DisplayWidth.padStart("\(Int(fraction * 100))%", to: 4)) }
    if totalFiles > 0 {
      facts.append("\(files)/\(totalFiles) files")
    } else if files > 0 {
      facts.append("\(files) files")
    }
    if totalBytes > 0 {
      facts.append("\(ByteSize.describe(bytes)) of \(ByteSize.describe(totalBytes))")
    } else if bytes > 0 {
      facts.append(ByteSize.describe(bytes))
    }
    if let rate, !countsFiles { facts.append(ByteSize.describe(Int64(rate)) + "/s") }
    if let secondsLeft { facts.append(PlainDuration.describe(seconds: secondsLeft) + " left") }
    return facts
  }

  func plainLine() -> String { ([title + ":"] + facts.map { $0.trimmedStart }).joined(separator: "  ") }

  /// At most `columns` wide: first the file's name goes, then the bar, then facts from the right.
  func line(columns: Int) -> String {
    var text = title
    for fact in facts {
      guard DisplayWidth.of(text) + 2 + DisplayWidth.of(fact) <= columns else { break }
      text += "  " + fact
    }
    var room = columns - DisplayWidth.of(text) - 4
    if let fraction, room >= 10 {
      let width = min(24, room)
      let filled = Int(Double(width) * fraction)
      let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
      text = "[\(bar)]  " + text
      room -= width + 2
    }
    if !current.isEmpty, room >= 14 {
      text += "  " + DisplayWidth.shorten(DisplayText.show(current), to: room)
    }
    return DisplayWidth.shorten(text, to: columns)
  }
}

extension String {
  fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}
