// Agony
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Media
import MediaWire
import Synchronization
import Testing

@Suite("Damaged files of every format")
struct MutationTests {
  private static let names = [
    "plain.jpg", "progressive.jpg", "cmyk.jpg", "p3.jpg", "plain.png", "interlaced.png", "alpha.png", "plain.gif",
    "animated.gif", "plain.bmp", "plain.tif", "sixteen.tif", "tiled.tif", "jpeg.tif", "plain.webp", "animated.webp",
    "alpha.webp", "plain.jxl", "plain.heic", "alpha.heic", "turned-6.heic", "plain.avif", "film.mp4", "film.mov",
    "film.mkv", "film.webm", "film.avi", "hevc.mp4",
  ]
  private static let mutationsPerFile = 75

  /// Bits flipped, bytes set to extremes, a piece doubled or removed, the end cut off.
  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    // Half of the changes go where the headers are.
    func place() -> Int { random.below(random.below(2) == 0 ? min(bytes.count, 512) : bytes.count) }
    switch random.below(6) {
    case 0: bytes.removeLast(random.below(bytes.count))
    case 1:
      let start = place()
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + random.below(64)))
    case 2:
      let start = place()
      bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + 1 + random.below(64))], at: start)
    case 3: for _ in 0..<1 + random.below(4) { bytes[place()] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)] }
    default: for _ in 0..<1 + random.below(16) { bytes[place()] ^= 1 << UInt8(random.below(8)) }
    }
    return bytes
  }

  /// A number of the environment: `AGONY_FUZZ_FILES`, how many files instead; `AGONY_FUZZ_SEED`, the first of their seeds.
  private func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

  @Test("2,100 damaged files are answered one by one, and nothing dies of them")
  func damaged() throws {
    let originals = try Self.names.map { try Fixtures.bytes($0) }
    let seed = UInt64(number("AGONY_FUZZ_SEED") ?? 20_261_201)
    let count = number("AGONY_FUZZ_FILES") ?? originals.count * Self.mutationsPerFile
    #expect(count >= 2000)
    let next = Atomic(0)
    let answered = Atomic(0)
    let workers = MediaWorkers(path: Programs.worker, count: 2)
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        var random = SplitMix(seed: seed &+ UInt64(index))
        let bytes = mutated(originals[index % originals.count], &random)
        let result = workers.analyse(BytesSource(bytes), preview: index % 2 == 0 ? .always : .never)
        // Deaths would be contained; that there are none says the decoders are sound.
        if case .failure(let failure) = result {
          Issue.record("\(Self.names[index % originals.count]), number \(index), seed \(seed): \(failure)")
        } else {
          answered.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(answered.load(ordering: .relaxed) == count)
  }
}

/// The same numbers for the same seed.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }

  mutating func below(_ limit: Int) -> Int {
    limit > 1 ? Int(next() % UInt64(limit)) : 0
  }
}
