// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandLineInterface

@Suite("What a terminal shows")
struct DisplayTests {
  @Test(
    "Columns are counted as a terminal does",
    arguments: [
      ("", 0), ("IMG_1.jpg", 9), ("写真.jpg", 8), ("가나", 4), ("mañana", 6), ("man\u{303}ana", 6), ("🏔️", 2), ("👨‍👩‍👧‍👦", 2),
      ("🇨🇭", 2), ("ｆ", 2),
      ("a\u{200b}b", 2), ("❤", 1), ("❤️", 2), ("😀😀", 4),
    ])
  func widths(text: String, columns: Int) { #expect(DisplayWidth.of(text) == columns) }

  @Test("A long name keeps its ending, and never takes more columns than there are")
  func shortening() {
    #expect(DisplayWidth.shorten("IMG_1.jpg", to: 9) == "IMG_1.jpg")
    #expect(DisplayWidth.shorten("holiday-in-the-mountains.jpg", to: 15) == "holida...ns.jpg")
    for columns in 0...40 {
      #expect(DisplayWidth.of(DisplayWidth.shorten("写真写真写真-👨‍👩‍👧‍👦-写真写真写真.jpg", to: columns)) <= columns)
    }
  }

  @Test(
    "Nothing from a file's name reaches the terminal as a command",
    arguments: [
      ([0x1b, 0x5b, 0x32, 0x4a], #"\x1b[2J"#), ([0x61, 0x0a, 0x62], #"a\x0ab"#), ([0xff, 0x41], #"\xffA"#),
      ([0xc2, 0x9b], #"\u{9b}"#),
      ([0xe2, 0x80, 0xae], #"\u{202e}"#), ([0x7f], #"\x7f"#),
    ] as [([UInt8], String)])
  func unsafeNames(bytes: [UInt8], text: String) { #expect(DisplayText.show(bytes) == text) }

  @Test("Words are wrapped, and lines that begin with a blank are left alone")
  func wrapping() {
    #expect(TextWrap.wrap("one two three four", columns: 9) == "one two\nthree\nfour")
    #expect(
      TextWrap.wrap("one two\n\n  as it is, however long", columns: 9, indent: 2)
        == "  one two\n\n    as it is, however long")
  }

  @Test("A progress line fits the terminal, and says what matters first", arguments: Array(1...200))
  func progressLines(columns: Int) {
    var state = ProgressState(title: "importing")
    state.files = 120
    state.totalFiles = 300
    state.totalBytes = 3 << 30
    state.current = [UInt8]("/home/写真/🏔️ very long name of a photograph, indeed.jpg".utf8)
    for second in 0...20 { state.note(bytes: Int64(second) * (50 << 20), at: Double(second)) }
    let line = state.line(columns: columns)
    #expect(DisplayWidth.of(line) <= columns, "\(line)")
    if columns >= 80 { #expect(line.contains("32%") && line.contains("120/300 files") && line.contains("50 MiB/s")) }
  }

  @Test("The rate is that of the last seconds, and the time left follows from it")
  func rates() throws {
    var state = ProgressState(title: "importing")
    #expect(state.rate == nil)
    state.totalBytes = 10_000
    for second in 0...100 { state.note(bytes: Int64(second), at: Double(second)) }
    for second in 101...130 { state.note(bytes: Int64(100 + (second - 100) * 100), at: Double(second)) }
    #expect(try #require(state.rate).rounded() == 100)
    #expect(try #require(state.secondsLeft).rounded() == 69)
  }

  @Test("Without a terminal, progress is silent for the first ten seconds")
  func plainProgress() {
    let sink = MemorySink()
    let display = ProgressDisplay(title: "importing", sink: sink, isTerminal: false, isShown: true)
    for file in 0..<1000 { display.update(files: file, bytes: Int64(file)) }
    display.clear()
    #expect(sink.bytes.isEmpty)
  }

  @Test("On a terminal, progress is drawn ten times a second at most and taken away in the end")
  func terminalProgress() {
    let sink = MemorySink()
    let display = ProgressDisplay(title: "importing", sink: sink, isTerminal: true, isShown: true)
    for file in 0..<1000 { display.update(files: file, bytes: Int64(file)) }
    display.clear()
    #expect(sink.text.hasPrefix("\r\u{1b}[K"))
    #expect(sink.text.hasSuffix("\r\u{1b}[K"))
    #expect(sink.flushCount <= 4)
  }
}
