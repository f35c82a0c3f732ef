// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// Shrinks by the exact mean of the area that each new pixel covers. Rows are handed in from top to bottom, so a decoder
/// that gives rows never holds the whole picture.
struct AreaScaler: ~Copyable {
  /// Positions and weights are in 1/256 pixel.
  private static let one = 256

  /// What one column of the result covers: whole columns of the source between two that it shares.
  private struct Column {
    var first: Int
    var last: Int
    var firstShare: Float
    var lastShare: Float
    var factor: Float
  }

  private let source: PixelSize
  private let columns: [Column]
  let result: PixelBuffer
  private let samplesPerPixel: Int
  private let sums: UnsafeMutableBufferPointer<Int32>
  private var sourceRow = 0
  private var targetRow = 0
  private var weight = 0

  /// `target` is in no direction larger than `source`.
  init(from source: PixelSize, to target: PixelSize, layout: PixelLayout) throws(NoPicture) {
    precondition(target.width <= source.width && target.height <= source.height)
    // A column of sums stays below 2³¹: 255 · 256 · rows.
    guard source.height / target.height < 1 << 15, source.width / target.width < 1 << 15 else { throw .tooLarge }
    let result = try PixelBuffer(size: target, layout: layout)
    self.source = source
    self.result = result
    samplesPerPixel = layout.samplesPerPixel
    columns = (0..<target.width).map { x in
      let left = x * source.width * Self.one / target.width
      let right = (x + 1) * source.width * Self.one / target.width
      let first = left / Self.one
      let last = (right - 1) / Self.one
      return Column(
        first: first, last: last, firstShare: Float(min(right, (first + 1) * Self.one) - left),
        lastShare: Float(right - last * Self.one), factor: 1 / Float(right - left))
    }
    // A pixel is read as four samples, the last one too.
    sums = .allocate(capacity: source.width * samplesPerPixel + 3)
    sums.initialize(repeating: 0)
  }

  deinit {
    sums.deallocate()
  }

  /// All rows of `buffer`, shrunk.
  static func scale(_ buffer: PixelBuffer, to target: PixelSize) throws(NoPicture) -> PixelBuffer {
    guard target != buffer.size else { return buffer }
    var scaler = try AreaScaler(from: buffer.size, to: target, layout: buffer.layout)
    for index in 0..<buffer.size.height { scaler.add(row: buffer.row(index)) }
    return scaler.result
  }

  /// The next row, from the top.
  mutating func add(row: UnsafePointer<UInt8>) {
    guard sourceRow < source.height, targetRow < result.size.height else { return }
    // Where this row and the target's row end, in 1/256 source rows.
    let end = (sourceRow + 1) * Self.one
    let border = (targetRow + 1) * source.height * Self.one / result.size.height
    sourceRow += 1
    if end < border {
      accumulate(row, Self.one)
      return
    }
    let rest = end - border
    accumulate(row, Self.one - rest)
    finishRow()
    if rest > 0 { accumulate(row, rest) }
  }

  private mutating func accumulate(_ row: UnsafePointer<UInt8>, _ share: Int) {
    guard share > 0, let sum = sums.baseAddress else { return }
    weight += share
    let rowSampleCount = source.width * samplesPerPixel
    if share == Self.one {
      for index in 0..<rowSampleCount { sum[index] &+= Int32(UInt16(row[index]) &<< 8) }
    } else {
      let factor = UInt16(truncatingIfNeeded: share)
      for index in 0..<rowSampleCount { sum[index] &+= Int32(UInt16(row[index]) &* factor) }
    }
  }

  private mutating func finishRow() {
    if let sum = sums.baseAddress, weight > 0 { writeRow(sum) }
    sums.update(repeating: 0)
    weight = 0
    targetRow += 1
  }

  /// Four samples of a pixel are added up whatever the layout has, and as many as it has are written.
  private func writeRow(_ sums: UnsafePointer<Int32>) {
    var target = result.row(targetRow)
    let scale = 1 / Float(weight)
    let step = samplesPerPixel
    columns.withUnsafeBufferPointer { columns in
      for column in columns {
        var sum = sums + column.first * step
        var (a, b, c, d): (Float, Float, Float, Float) = (0, 0, 0, 0)
        func add(_ share: Float) {
          a += Float(sum[0]) * share
          b += Float(sum[1]) * share
          c += Float(sum[2]) * share
          d += Float(sum[3]) * share
          sum += step
        }
        add(column.firstShare)
        if column.last > column.first {
          for _ in column.first + 1..<column.last { add(Float(Self.one)) }
          add(column.lastShare)
        }
        let factor = scale * column.factor
        target[0] = Self.sample(a * factor)
        if step > 1 {
          target[1] = Self.sample(b * factor)
          target[2] = Self.sample(c * factor)
        }
        if step > 3 { target[3] = Self.sample(d * factor) }
        target += step
      }
    }
  }

  @inline(__always)
  private static func sample(_ mean: Float) -> UInt8 { UInt8(max(0, min(255, mean + 0.5))) }
}
