// Agony
// SPDX-License-Identifier: Apache-2.0

/// One track of a film.
struct MovieTrack {
  private let handler: FourCC
  private(set) var width: Int?
  private(set) var height: Int?
  private(set) var orientation = 1
  private(set) var codec: String?
  private(set) var frameRate: Double?
  private(set) var milliseconds: Int?
  private(set) var sampleCount: Int?
  private let table: View?

  /// Nil if it does not tell what it is.
  init?(_ track: View) {
    guard let media = track.box("mdia"), let handler = media.box("hdlr")?.fourCC(8) else { return nil }
    self.handler = handler
    table = media.box("minf", "stbl")
    if let header = track.box("tkhd") { readHeader(header) }
    readDescription()
    if let header = media.box("mdhd") { readTimes(header) }
    sampleCount = table?.box("stsz")?.u32(8)
  }

  var isPicture: Bool { handler == "vide" || handler == "pict" }
  var isSound: Bool { handler == "soun" }

  /// The first sample, as a range of the file.
  func firstSample(in file: View) -> View? {
    guard let table, let sizes = table.box("stsz"), let fixed = sizes.u32(4),
      let size = fixed > 0 ? fixed : sizes.u32(12),
      let offset = table.box("stco")?.u32(8) ?? table.box("co64")?.u64(8)
    else { return nil }
    return file.slice(offset, size)
  }

  private mutating func readHeader(_ header: View) {
    let matrix = header[0] == 1 ? 52 : 40
    let shown = (header.u32(matrix + 36).map { $0 >> 16 }, header.u32(matrix + 40).map { $0 >> 16 })
    (width, height) = (shown.0 == 0 ? nil : shown.0, shown.1 == 0 ? nil : shown.1)
    let places = [0, 12, 4, 16].map { header.i32(matrix + $0).map { $0.signum() } ?? 0 }
    orientation = Turn(places[0], places[1], places[2], places[3]).orientation ?? 1
  }

  private mutating func readDescription() {
    guard let description = table?.box("stsd"), let format = description.fourCC(12) else { return }
    codec = format.text
    guard isPicture, width == nil || height == nil else { return }
    (width, height) = (description.u16(40), description.u16(42))
  }

  private mutating func readTimes(_ header: View) {
    let isLong = header[0] == 1
    guard let timescale = header.u32(isLong ? 20 : 12), timescale > 0 else { return }
    milliseconds = header.integer(isLong ? 24 : 16, byteCount: isLong ? 8 : 4)?.scaled(by: 1000, over: timescale)
    guard isPicture, let times = table?.box("stts"), let count = times.u32(4) else { return }
    var samples = 0
    var duration = 0
    for i in 0..<min(count, 4096) {
      guard let run = times.u32(8 + i * 8), let each = times.u32(12 + i * 8), let total = run.times(each),
        let sum = duration.plus(total)
      else { return }
      samples += run
      duration = sum
    }
    if samples > 0, duration > 0 { frameRate = Double(samples) * Double(timescale) / Double(duration) }
  }
}
