// Agony
// SPDX-License-Identifier: Apache-2.0

import MediaMetadata
import MediaWire
import Testing

@Suite("Messages between the app and its worker")
struct WireTests {
  private var reply: MediaReply {
    get throws {
      let size = try #require(PixelSize(width: 4, height: 3))
      let picture = EncodedPicture(coding: .jpeg, size: size, bytes: [0xff, 0xd8, 0xff, 1, 2])
      return MediaReply(
        facts: Self.facts,
        pictures: .success(
          MediaPictures(
            size: size, thumbnail: picture, preview: picture, placeholder: [1, 2, 3], perceptualHash: 77, brightness: 5,
            contrast: 6, isDamaged: true)))
    }
  }

  /// Facts in which nothing is missing.
  private static var facts: MediaFacts {
    var facts = MediaFacts()
    facts.format = .heic
    facts.brands = ["heic", "mif1"]
    (facts.width, facts.height, facts.orientation) = (4032, 3024, 6)
    facts.capture = CaptureTime(microseconds: -86_400_000_000, utcOffset: -570, source: .exifOriginal)
    facts.location = Location(latitude: -33.8568, longitude: 151.2153, altitude: 12.5)
    facts.camera.make = "Maker"
    facts.camera.lens = "Objektiv 1:1,8 \u{1f4f7}"
    facts.exposure.time = 1.0 / 120
    facts.exposure.iso = 64
    facts.exposure.focalLength35 = 26
    facts.film = FilmFacts()
    facts.film?.milliseconds = 3_600_000
    facts.film?.frameRate = 29.97
    facts.film?.videoCodec = "hvc1"
    facts.contentIdentifier = "A1B2"
    facts.burstID = "C3D4"
    facts.motionPhoto = ByteRange(offset: 1_455_411, count: 2_193_658)
    facts.preview = EmbeddedPreview(
      range: ByteRange(offset: 512, count: 400_000), width: 2048, height: 1365, orientation: 8)
    facts.colourProfile = ColourProfile(ranges: [ByteRange(offset: 20, count: 548)], isDeflated: true)
    facts.heif = HEIFLayout(primaryItem: 49, itemType: "grid")
    facts.heif?.columns = 8
    facts.isAnimated = true
    facts.rating = 4
    facts.isPanorama = true
    return facts
  }

  @Test("Every message comes back as it went")
  func roundTrip() throws {
    let reply = try reply
    #expect(try MediaReply(decoding: reply.encoded) == reply)
    for reason in NoPicture.allCases {
      let failed = MediaReply(pictures: .failure(reason))
      #expect(try MediaReply(decoding: failed.encoded) == failed)
    }
    let request = MediaRequest(byteCount: 1 << 40, isWhole: false, wantsPictures: true, preview: .always)
    #expect(try MediaRequest(decoding: request.encoded) == request)
    for message in [
      ControlMessage.ready(landlock: 7), .start(milliseconds: 5, processorSeconds: 6),
      .ended(status: 1, signal: 9, wasLate: true),
    ] {
      #expect(try ControlMessage(decoding: message.encoded) == message)
    }
  }

  @Test("An answer that was changed anywhere is refused or a valid other one; it never traps")
  func damagedReplies() throws {
    let bytes = try reply.encoded
    var random = SplitMix(seed: 4)
    for _ in 0..<20_000 {
      var damaged = bytes
      for _ in 0...random.below(4) { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
      if random.below(3) == 0 { damaged.removeLast(random.below(damaged.count)) }
      if let decoded = try? MediaReply(decoding: damaged) { #expect(decoded.encoded == damaged) }
    }
  }

  @Test("Lengths beyond their limits are refused before anything is received")
  func lengths() {
    for (kind, limit) in [
      (FrameHeader.Kind.reply, MediaLimits.replyByteCount), (.range, RangeRequest.byteCount),
      (.bytes, MediaLimits.rangeByteCount), (.request, MediaLimits.requestByteCount),
    ] {
      #expect(throws: Never.self) { try FrameHeader(decoding: FrameHeader(kind: kind, length: limit).encoded) }
      #expect(throws: WireError.malformed) {
        try FrameHeader(decoding: FrameHeader(kind: kind, length: limit + 1).encoded)
      }
    }
  }
}
