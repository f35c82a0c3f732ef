// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import MediaWire
import Testing

@testable import MediaDecoding

@Suite("Thumbnails and previews of every format")
struct PictureTests {
  private static let endings = ["jpg", "png", "tif", "webp", "heic", "avif", "jxl"]
  static let coloured = ["p3", "adobe"].flatMap { space in endings.map { "\(space).\($0)" } }
  static let plain = [
    "plain.jpg", "progressive.jpg", "plain.png", "interlaced.png", "sixteen.png", "palette.png", "plain.bmp",
    "plain.gif",
    "plain.tif", "sixteen.tif", "tiled.tif", "jpeg.tif", "plain.webp", "plain.jxl", "plain.heic", "plain.avif",
    "cmyk.jpg",
    "cmyk.tif", "animated.gif", "animated.webp",
  ]

  @Test("Colours are right within 4 of 255", arguments: plain + coloured)
  func colours(name: String) throws {
    let pictures = try Fixtures.pictures(name)
    #expect(pictures.size == PixelSize(width: 480, height: 360))
    #expect(pictures.thumbnail.coding == .webp)
    #expect(pictures.thumbnail.size == PixelSize(width: 427, height: 320))
    #expect(pictures.thumbnail.bytes.count <= 20_000)
    #expect(try Fixtures.error(pictures.thumbnail) <= 4)
    #expect(!pictures.isDamaged)
  }

  @Test("A preview keeps the colours of its profile", arguments: coloured)
  func previewProfile(name: String) throws {
    let preview = try #require(try Fixtures.pictures(name).preview)
    let profile = try #require(preview.bytes.withUnsafeBytes { JPEGStructure($0).profile })
    let decoded = try preview.bytes.withUnsafeBytes { try JPEGDecoder.decode($0, for: .preview) }
    let converted = try #require(try ColourTransform.toSRGB(decoded.pixels, profile: profile))
    let again = try WebPEncoder.encode(converted, quality: 95, method: 2)
    #expect(try Fixtures.error(again) <= 5)
  }

  @Test(
    "All eight orientations are applied exactly once",
    arguments: ["jpg", "tif", "png", "webp", "heic"].flatMap { ending in (1...8).map { "turned-\($0).\(ending)" } })
  func orientations(name: String) throws {
    let reply = try Fixtures.reply(name)
    let pictures = try reply.pictures.get()
    #expect(pictures.size == PixelSize(width: 480, height: 360))
    #expect(try Fixtures.error(pictures.thumbnail) <= 6)
    #expect(try Fixtures.error(try #require(pictures.preview)) <= 6)
    // What is read without decoding says the same.
    #expect(reply.facts.orientation == Int(String(name.dropFirst(7).prefix(1))))
    let size = try #require(reply.facts.displayedSize)
    #expect(size == (480, 360))
  }

  @Test("Opacity is kept in the thumbnail", arguments: ["alpha.png", "alpha.webp", "alpha.heic", "grey-alpha.png"])
  func opacity(name: String) throws {
    let thumbnail = try Fixtures.pictures(name).thumbnail
    #expect(abs(try Fixtures.quarters(thumbnail).opacity - 128) <= 4)
    if !name.hasPrefix("grey") { #expect(try Fixtures.error(thumbnail) <= 6) }
  }

  @Test("Grey is grey", arguments: ["grey.jpg", "grey-alpha.png"])
  func grey(name: String) throws {
    let colours = try Fixtures.quarters(try Fixtures.pictures(name).thumbnail).colours
    for (found, card) in zip(colours, Fixtures.card) {
      let expected = Int(0.2126 * Double(card[0]) + 0.7152 * Double(card[1]) + 0.0722 * Double(card[2]))
      #expect(found.allSatisfy { abs($0 - expected) <= 4 })
    }
  }

  @Test("A preview is made where browsers cannot show the original")
  func previewWhenNeeded() throws {
    for name in ["plain.jpg", "plain.png", "plain.webp", "plain.avif", "plain.gif"] {
      #expect(try Fixtures.pictures(name, preview: .whenNeeded).preview == nil)
    }
    for name in ["plain.heic", "plain.tif", "plain.jxl", "film.mp4"] {
      #expect(try Fixtures.pictures(name, preview: .whenNeeded).preview != nil)
    }
    #expect(try Fixtures.pictures("plain.heic", preview: .never).preview == nil)
  }

  @Test("A picture cut short is shown as far as it goes, and flagged")
  func cutShort() throws {
    let pictures = try Fixtures.pictures("cut.jpg")
    #expect(pictures.isDamaged)
    #expect(pictures.size == PixelSize(width: 480, height: 360))
  }
}
