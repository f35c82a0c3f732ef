// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Media
import MediaWire
import Testing

@testable import MediaDecoding

/// The files that Scripts/make-media-fixtures writes, made once for a test run.
enum Fixtures {
  /// Colours of the test card's quarters in sRGB: upper left, upper right, lower left, lower right.
  static let card: [[Int]] = [[200, 40, 40], [40, 160, 60], [50, 70, 190], [220, 190, 60]]

  static let folder: String = {
    if let folder = getenv("AGONY_MEDIA_FIXTURES") { return String(cString: folder) }
    var template = Array("/tmp/agony-media-fixtures-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return "/nonexistent" }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #expect(system("Scripts/make-media-fixtures '\(folder)'") == 0, "run from the package's folder")
    return folder
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    try #require(File.bytes("\(folder)/\(name)"), "no fixture \(name)")
  }

  static let workers = MediaWorkers(path: Programs.worker)

  static func reply(_ name: String, preview: MediaRequest.Preview = .always) throws -> MediaReply {
    try workers.analyse(BytesSource(try bytes(name)), preview: preview).get()
  }

  static func pictures(_ name: String, preview: MediaRequest.Preview = .always) throws -> MediaPictures {
    try reply(name, preview: preview).pictures.get()
  }

  /// The middle pixel of each quarter of a thumbnail, in the order of the card, and the thumbnail's opacity there.
  static func quarters(_ picture: EncodedPicture) throws -> (colours: [[Int]], opacity: Int) {
    let decoded = try picture.bytes.withUnsafeBytes { bytes in
      picture.coding == .webp
        ? try WebPDecoder.decode(bytes, for: .preview) : try JPEGDecoder.decode(bytes, for: .preview)
    }
    let pixels = decoded.pixels
    let step = pixels.layout.samplesPerPixel
    var opacity = 255
    let colours = [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let pixel = pixels.row(pixels.size.height * y / 4) + pixels.size.width * x / 4 * step
      if pixels.layout == .rgba { opacity = Int(pixel[3]) }
      return (0..<3).map { Int(pixel[pixels.layout == .grey ? 0 : $0]) }
    }
    return (colours, opacity)
  }

  /// The largest difference of a sample between the card and a thumbnail.
  static func error(_ picture: EncodedPicture, against card: [[Int]] = card) throws -> Int {
    zip(try quarters(picture).colours, card).map { zip($0, $1).map { abs($0 - $1) }.max() ?? 255 }.max() ?? 255
  }
}
