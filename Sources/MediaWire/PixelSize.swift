// Agony
// SPDX-License-Identifier: Apache-2.0

/// Width and height in pixels, both at least 1 and at most `MediaLimits.side`.
package struct PixelSize: Sendable, Equatable {
  package let width: Int
  package let height: Int

  /// Nil for sizes that no picture has.
  package init?(width: Int, height: Int) {
    guard (1...MediaLimits.side).contains(width), (1...MediaLimits.side).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// At most 2⁴⁰.
  package var pixelCount: Int { width * height }
  package var shortSide: Int { min(width, height) }
  package var longSide: Int { max(width, height) }
  package var turned: PixelSize { PixelSize(unchecked: height, width) }

  private init(unchecked width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// This size with the shorter side at `shortSide` pixels, never larger than it was; each side at least 1, and the
  /// longer side at most `ratio` times `shortSide`.
  package func fitted(shortSide target: Int, ratio: Int = 4) -> PixelSize {
    let scale = min(1, Double(target) / Double(shortSide), Double(target * ratio) / Double(longSide))
    return scaled(by: scale)
  }

  /// This size with the longer side at `longSide` pixels, never larger than it was.
  package func fitted(longSide target: Int) -> PixelSize {
    scaled(by: min(1, Double(target) / Double(longSide)))
  }

  private func scaled(by scale: Double) -> PixelSize {
    PixelSize(
      unchecked: max(1, Int(Double(width) * scale + 0.5)), max(1, Int(Double(height) * scale + 0.5)))
  }

  package func append(to writer: inout WireWriter) {
    writer.append(UInt32(width))
    writer.append(UInt32(height))
  }

  package init(from reader: inout WireReader) throws(WireError) {
    let width = Int(try reader.integer(UInt32.self))
    let height = Int(try reader.integer(UInt32.self))
    guard let size = PixelSize(width: width, height: height) else { throw .malformed }
    self = size
  }
}
