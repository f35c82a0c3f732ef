// Agony
// SPDX-License-Identifier: Apache-2.0

enum TextWrap {
  /// Lines of at most `columns`, each begun by `indent` spaces.
  ///
  /// Line breaks in `text` stay, and a line that begins with a space is left whole.
  static func wrap(_ text: String, columns: Int, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if paragraph.isEmpty || paragraph.first == " " {
        lines.append(paragraph.isEmpty ? "" : margin + paragraph)
        continue
      }
      var line = margin
      for word in paragraph.split(separator: " ") {
        if line.count > indent, line.count + 1 + word.count > columns {
          lines.append(line)
          line = margin
        }
        line += (line.count > indent ? " " : "") + word
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
