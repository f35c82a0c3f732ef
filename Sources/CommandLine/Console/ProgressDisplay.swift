// Agony
// SPDX-License-Identifier: Apache-2.0

/// Shows progress: on a terminal one line redrawn at most ten times a second, elsewhere a plain line every ten seconds.
final class ProgressDisplay {
  private var state: ProgressState
  private let sink: any ByteSink
  private let isTerminal: Bool
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastDrawn: Double
  private var isOnScreen = false

  init(title: String, sink: any ByteSink, isTerminal: Bool, isShown: Bool) {
    state = ProgressState(title: title)
    self.sink = sink
    self.isTerminal = isTerminal
    self.isShown = isShown
    start = clock.now
    lastDrawn = isTerminal ? -1 : 0
  }

  var elapsedSeconds: Double { start.duration(to: clock.now).seconds }

  /// Running totals; nil leaves a value as it is.
  func update(
    files: Int? = nil, ofFiles: Int? = nil, bytes: Int64? = nil, ofBytes: Int64? = nil, current: [UInt8]? = nil
  ) {
    if let ofFiles { state.totalFiles = ofFiles }
    if let ofBytes { state.totalBytes = ofBytes }
    if let current { state.current = current }
    let now = elapsedSeconds
    if let files { state.note(files: files, at: now) }
    if let bytes { state.note(bytes: bytes, at: now) }
    guard isShown, now - lastDrawn >= (isTerminal ? 0.1 : 10) else { return }
    lastDrawn = now
    draw()
  }

  private func draw() {
    if isTerminal {
      sink.write([UInt8]("\r\u{1b}[K\(state.line(columns: Console.columns(of: 2) - 1))".utf8))
      isOnScreen = true
    } else {
      sink.write([UInt8]((state.plainLine() + "\n").utf8))
    }
    sink.flush()
  }

  /// Takes the line off the screen, so that something else may be written.
  func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    sink.write([UInt8]("\r\u{1b}[K".utf8))
    sink.flush()
  }
}
