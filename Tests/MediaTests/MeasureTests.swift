// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaWire
import Testing

@testable import MediaDecoding

@Suite("Scaling, turning and measuring pixels")
struct MeasureTests {
  private func buffer(_ width: Int, _ height: Int, _ layout: PixelLayout, _ sample: (Int, Int, Int) -> Int) throws
    -> PixelBuffer
  {
    let buffer = try PixelBuffer(size: try #require(PixelSize(width: width, height: height)), layout: layout)
    let step = layout.samplesPerPixel
    for y in 0..<height {
      for x in 0..<width {
        for index in 0..<step { buffer.row(y)[x * step + index] = UInt8(truncatingIfNeeded: sample(x, y, index)) }
      }
    }
    return buffer
  }

  @Test("A ThumbHash is the one that its author's code gives", arguments: vectors)
  func thumbHash(vector: (width: Int, height: Int, isTranslucent: Bool, hash: String)) throws {
    let (width, height) = (vector.width, vector.height)
    let pixels = try buffer(width, height, vector.isTranslucent ? .rgba : .rgb) { x, y, sample in
      switch sample {
      case 0: x * x * 3 + y * 11
      case 1: x * 17 + y * y * 5
      case 2: x * y * 7 + x * 3
      default: x * 13 + y * y * 5
      }
    }
    let digits = ThumbHash.encode(pixels).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digits == vector.hash)
  }

  private static let vectors: [(width: Int, height: Int, isTranslucent: Bool, hash: String)] = [
    (30, 20, false, "5ef80515823000462233633437668553df77bf0772"),
    (20, 30, false, "5ef805150404625686262454677656669f99158c09"),
    (100, 75, false, "1f080205801123056565663466565769feb65b06c9"),
    (9, 8, false, "d8e80d1e8c708778537977a4879878789697f72b0a9aba"),
    (32, 20, true, "5f08820b82077b05535776bf770a668645907644656346"),
    (21, 40, true, "60f8810b02072d72750766bf8906788607a73787486977"),
    (61, 100, true, "1f08820b0408f887686787fb8769707860619596967781"),
  ]

  @Test(
    "Shrinking gives the exact mean of each area",
    arguments: [(7, 5, 3, 2), (64, 48, 8, 6), (100, 3, 1, 1), (9, 9, 9, 4)])
  func scaling(width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
    let source = try buffer(width, height, .rgb) { x, y, sample in x * 31 + y * 57 + sample * 91 }
    let target = try #require(PixelSize(width: newWidth, height: newHeight))
    let result = try AreaScaler.scale(source, to: target)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        var (sum, area) = (0.0, 0.0)
        for sourceY in 0..<height {
          for sourceX in 0..<width {
            let across = overlap(sourceX, x, Double(width) / Double(newWidth))
            let down = overlap(sourceY, y, Double(height) / Double(newHeight))
            sum += across * down * Double(source.row(sourceY)[sourceX * 3])
            area += across * down
          }
        }
        #expect(abs(Double(result.row(y)[x * 3]) - sum / area) <= 1.5)
      }
    }
  }

  private func overlap(_ source: Int, _ target: Int, _ ratio: Double) -> Double {
    max(0, min(Double(source + 1), Double(target + 1) * ratio) - max(Double(source), Double(target) * ratio))
  }

  @Test("Turning and turning back is the same picture", arguments: Orientation.allCases)
  func turning(orientation: Orientation) throws {
    let source = try buffer(37, 70, .rgb) { x, y, sample in x + y * 3 + sample * 7 }
    let back = try #require(Orientation.allCases.first { orientation.followed(by: $0) == .upright })
    let result = try source.turned(orientation).turned(back)
    #expect((0..<source.byteCount).allSatisfy { source.samples[$0] == result.samples[$0] })
  }

  @Test("Orientation 6 brings the left column to the top")
  func turnedRight() throws {
    let source = try buffer(2, 3, .grey) { x, y, _ in y * 2 + x }
    let result = try source.turned(.turnedRight)
    #expect((0..<6).map { result.samples[$0] } == [4, 2, 0, 5, 3, 1])
  }

  @Test("The same scene at another size has nearly the same perceptual hash, another scene does not")
  func perceptualHash() throws {
    let scene = try buffer(320, 240, .rgb) { x, y, _ in (x * x / 400 + y * 200 / 240 + (x / 40 + y / 60) % 2 * 60) & 255
    }
    let small = try AreaScaler.scale(scene, to: try #require(PixelSize(width: 160, height: 120)))
    let other = try buffer(320, 240, .rgb) { x, y, _ in ((320 - x) * y / 300 + (x / 70) * 40) & 255 }
    let hash = try PerceptualHash.of(scene)
    #expect((hash ^ (try PerceptualHash.of(small))).nonzeroBitCount <= 6)
    #expect((hash ^ (try PerceptualHash.of(other))).nonzeroBitCount >= 16)
  }
}
