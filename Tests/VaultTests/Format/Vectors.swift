// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

@testable import Vault

/// Values of the format made by a program that shares no code with this one: Tests/EndToEnd/vectors.json.
struct Vectors: Decodable {
  struct Block: Decodable {
    let rooms, brickSize, memoryKiB, passes, rows: Int
    let saltHex, immutableHex, checksumHex, blockSha256Hex, hHex: String
  }
  struct Offset: Decodable { let rooms, brickSize, room, page, offset: Int }
  struct Reserved: Decodable {
    let brickSize: Int
    let slots, roots: [Int]
  }
  struct Slot: Decodable {
    let mHex, hHex, saltHex, keyHex, commitmentHex, nonceHex, masterHex, slotHex: String
    let room, index, state, change: Int
  }
  struct Keys: Decodable { let masterHex, hHex, rootHex, pageHex, mirrorHex, objectHex: String }
  struct Plain: Decodable {
    let unitHex: String
    let length: Int
    var bytes: [UInt8] {
      let unit = [UInt8](hex: unitHex)
      return (0..<length).map { unit[$0 % unit.count] }
    }
  }
  struct Page: Decodable {
    let tree, level, number, firstPage, mirrorPage: Int
    let nonceHex, firstHex, firstTagHex, mirrorSha256Hex, mirrorTagHex, entryHex: String
    let plain: Plain
  }
  struct Root: Decodable {
    let room, index, sequence, indexPages, indexDepth, mapDepth, pagesUsed: Int
    let rootKeyHex, indexTopHex, mapTopHex, plainHex, rootHex: String
  }
  struct SealedPart: Decodable {
    let seedHex, partKeyHex, sealedSha256Hex, firstChunkStartHex, firstChunkTagHex, secondChunkHex: String
    let sealedLength: Int
    let plain: Plain
  }
  struct Pages: Decodable { let length, pages: Int }
  struct Extents: Decodable {
    let extents: [[Int]]
    let encodedHex: String
  }
  struct Leaf: Decodable {
    let usedPages: [Int]
    let leafSha256Hex: String
  }

  let publicBlock: Block
  let ladder: [Int]
  let offsets: [Offset]
  let reservedPages: [Reserved]
  let slot: Slot
  let roomKeys: Keys
  let page: Page
  let root: Root
  let part: SealedPart
  let partPages: [Pages]
  let extents: Extents
  let freeMapLeaf: Leaf

  static func load() throws -> Vectors {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try JSONDecoder().decode(
      Vectors.self, from: Data(contentsOf: tests.appending(path: "EndToEnd/vectors.json")))
  }
}

extension [UInt8] {
  init(hex: String) {
    let digits = hex.compactMap { $0.hexDigitValue }
    self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  var hex: String { map { String(UInt16($0) | 0x100, radix: 16).suffix(2) }.joined() }
}

extension SecretBytes {
  convenience init(bytes: [UInt8]) { self.init(count: bytes.count) { $0.copyBytes(from: bytes) } }

  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
