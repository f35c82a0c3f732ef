// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import MediaMetadata
import TestSupport
import Testing

/// Damaged files must cost little and trap never; what they tell must be possible.
@Suite("Damaged and hostile files")
struct HostileInputTests {
  @Test("Every truncation of every kind of file is read to an end", arguments: Corpus.files.map(\.name))
  func truncated(_ name: String) throws {
    let bytes = try #require(Corpus.files.first { $0.name == name }?.bytes)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 400)) {
      check(read(Array(bytes[..<count])), byteCount: count)
    }
  }

  @Test("Four hundred mutations of every kind of file are read to an end", arguments: Corpus.files.map(\.name))
  func mutated(_ name: String) throws {
    let bytes = try #require(Corpus.files.first { $0.name == name }?.bytes)
    for seed in 0..<400 {
      let mutation = Mutation(seed: UInt64(seed)).applied(to: bytes)
      check(read(mutation), byteCount: mutation.count)
    }
  }

  @Test("Noise behind every kind of head is read to an end", arguments: 0..<20)
  func noise(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for (_, bytes) in Corpus.files {
      let file = bytes.prefix(24) + random.bytes(4096)
      check(read(Array(file)), byteCount: file.count)
    }
  }

  /// `AGONY_FUZZ_SECONDS=600`, perhaps with `AGONY_SAMPLES=<folder>` of real files.
  @Test(
    "Mutations for as long as asked",
    .enabled(if: environment("AGONY_FUZZ_SECONDS") != nil, "AGONY_FUZZ_SECONDS is not set"))
  func fuzz() {
    let seconds = environment("AGONY_FUZZ_SECONDS").flatMap { Int($0) } ?? 0
    var files = Corpus.files.map(\.bytes)
    if let folder = environment("AGONY_SAMPLES") {
      files += SampleFolder(folder).paths.map { SampleFolder.head(of: $0) }
    }
    let start = UInt64(environment("AGONY_FUZZ_SEED") ?? "") ?? UInt64(time(nil))
    var seed = start
    let end = ContinuousClock.now + .seconds(seconds)
    var slowest = Duration.zero
    while ContinuousClock.now < end {
      for bytes in files {
        let mutation = Mutation(seed: seed).applied(to: bytes)
        let began = ContinuousClock.now
        check(read(mutation), byteCount: mutation.count)
        slowest = max(slowest, ContinuousClock.now - began)
        seed += 1
      }
    }
    print("\(seed - start) mutations from seed \(start); the slowest took \(slowest)")
    #expect(slowest < .seconds(2))
  }

  @Test("A file of nothing but packets costs little")
  func packets() {
    let packet = JPEG.segment(
      0xe1, Bytes.text("http://ns.adobe.com/xap/1.0/") + [0] + [UInt8](repeating: 0x3c, count: 65_000))
    let file: [UInt8] = [0xff, 0xd8] + Array([[UInt8]](repeating: packet, count: 300).joined())
    let began = ContinuousClock.now
    _ = read(file)
    #expect(ContinuousClock.now - began < .seconds(5))
  }

  @Test("Boxes in boxes, and a zlib bomb, come to an end")
  func nested() {
    let inner = (0..<2000).reduce([UInt8]()) { content, _ in Boxes.box("meta", content) }
    check(read(Boxes.ftyp("heic") + inner), byteCount: inner.count + 20)
    check(read(Boxes.ftyp("isom") + Boxes.box("moov", inner)), byteCount: inner.count + 28)
    // Distance 1, length 258, again and again.
    let bomb: [UInt8] = [0x78, 0x9c, 0x63] + [UInt8](repeating: 0xff, count: 60_000)
    let chunk = ("zTXt", Bytes.text("Creation Time") + [0, 0] + bomb)
    check(read(Chunks.png(chunk, chunk, chunk)), byteCount: 1 << 20)
  }

  /// What the facts must hold, whatever was read.
  private func check(_ facts: MediaFacts, byteCount: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect((1...8).contains(facts.orientation), sourceLocation: sourceLocation)
    #expect(facts.width.map { $0 > 0 } ?? true, sourceLocation: sourceLocation)
    #expect(facts.film?.milliseconds.map { $0 >= 0 } ?? true, sourceLocation: sourceLocation)
    let texts = [facts.camera.make, facts.camera.model, facts.camera.lens, facts.contentIdentifier, facts.burstID]
    #expect(texts.allSatisfy { ($0?.utf8.count ?? 0) <= 512 }, sourceLocation: sourceLocation)
    #expect(facts.exposure.time.map(\.isFinite) ?? true, sourceLocation: sourceLocation)
    let ranges = (facts.colourProfile?.ranges ?? []) + [facts.motionPhoto, facts.preview?.range].compactMap { $0 }
    for range in ranges {
      #expect(
        range.offset >= 0 && range.count >= 0 && range.offset <= byteCount - range.count, sourceLocation: sourceLocation
      )
    }
  }
}
