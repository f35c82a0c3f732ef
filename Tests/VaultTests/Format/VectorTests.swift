// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@testable import Vault

@Suite("Values of an independent builder")
struct VectorTests {
  private let vectors: Vectors

  init() throws { vectors = try Vectors.load() }

  @Test("The public block and H are as another program makes them")
  func publicBlock() throws {
    let expected = vectors.publicBlock
    let geometry = VaultGeometry(rooms: expected.rooms, brickByteCount: expected.brickSize, rows: expected.rows)
    let block = PublicBlock(
      geometry: geometry, kdfMemoryKiB: expected.memoryKiB, kdfPasses: expected.passes,
      salt: [UInt8](hex: expected.saltHex))
    #expect(SHA256.hash(block.encode()).hex == expected.blockSha256Hex)
    #expect(Array(block.encode()[0..<64]).hex == expected.immutableHex)
    #expect(Array(block.encode().suffix(32)).hex == expected.checksumHex)
    #expect(block.immutableHash.hex == expected.hHex)
    #expect(try PublicBlock.decode(block.encode()) == block)
  }

  @Test("Ladder, offsets and reserved pages are as another program computes them")
  func geometry() {
    #expect((1...vectors.ladder[vectors.ladder.count - 1]).filter(VaultGeometry.isOnLadder) == vectors.ladder)
    for offset in vectors.offsets {
      let geometry = VaultGeometry(rooms: offset.rooms, brickByteCount: offset.brickSize, rows: 4096)
      #expect(geometry.offset(ofPage: offset.page, room: offset.room) == Int64(offset.offset))
    }
    for reserved in vectors.reservedPages {
      let layout = RoomLayout(VaultGeometry(rooms: 1, brickByteCount: reserved.brickSize, rows: 1))
      #expect((0..<6).map(layout.slotPage) == reserved.slots)
      #expect((0..<4).map(layout.rootPage) == reserved.roots)
      #expect(layout.reservedPages == (reserved.slots + reserved.roots).sorted())
    }
  }

  @Test("A key slot that another program sealed opens, with that secret, in that place, and nowhere else")
  func slot() throws {
    let expected = vectors.slot
    let secret = SecretBytes(bytes: [UInt8](hex: expected.mHex))
    let hash = [UInt8](hex: expected.hHex)
    let page = [UInt8](hex: expected.slotHex)
    let slot = try #require(
      KeySlot.open(page, secret: secret, vaultHash: hash, room: expected.room, slot: expected.index))
    #expect(Int(slot.state.rawValue) == expected.state)
    #expect(slot.changeNumber == UInt64(expected.change))
    #expect(slot.masterKey.bytes.hex == expected.masterHex)
    #expect(KeySlot.open(page, secret: secret, vaultHash: hash, room: expected.room, slot: 0) == nil)
    #expect(KeySlot.open(page, secret: secret, vaultHash: hash, room: 0, slot: expected.index) == nil)
    var other = hash
    other[31] ^= 1
    #expect(KeySlot.open(page, secret: secret, vaultHash: other, room: expected.room, slot: expected.index) == nil)
    for byte in [0, 31, 32, 63, 64, 2000, 4079, 4080, 4095] {
      var flipped = page
      flipped[byte] ^= 0x80
      #expect(KeySlot.open(flipped, secret: secret, vaultHash: hash, room: expected.room, slot: expected.index) == nil)
    }
  }

  @Test("The keys of a room are as another program derives them")
  func roomKeys() {
    let expected = vectors.roomKeys
    let keys = RoomKeys(
      masterKey: SecretBytes(bytes: [UInt8](hex: expected.masterHex)), vaultHash: [UInt8](hex: expected.hHex))
    #expect(keys.root.bytes.hex == expected.rootHex)
    #expect(keys.page.bytes.hex == expected.pageHex)
    #expect(keys.mirror.bytes.hex == expected.mirrorHex)
    #expect(keys.object.bytes.hex == expected.objectHex)
    #expect(keys.part(seed: [UInt8](hex: vectors.part.seedHex)).bytes.hex == vectors.part.partKeyHex)
  }

  private var keys: RoomKeys {
    RoomKeys(
      masterKey: SecretBytes(bytes: [UInt8](hex: vectors.roomKeys.masterHex)),
      vaultHash: [UInt8](hex: vectors.roomKeys.hHex))
  }

  @Test("A page and its entry, sealed by another program, open at their position and at no other")
  func page() throws {
    let expected = vectors.page
    let bytes = [UInt8](hex: expected.entryHex)
    let entry = bytes.withUnsafeBytes { TreeEntry.read($0, at: 0) }
    #expect(entry.first == expected.firstPage && entry.mirror == expected.mirrorPage)
    #expect(entry.nonce.hex == expected.nonceHex && entry.mirrorTag.hex == expected.mirrorTagHex)
    var written = [UInt8](repeating: 0, count: TreeEntry.byteCount)
    written.withUnsafeMutableBytes { entry.write($0, at: 0) }
    #expect(written == bytes)
    let sealed = SealedPage(keys: keys)
    func open(_ copy: SealedPage.Copy, _ page: [UInt8], tree: SealedPage.TreeID, level: Int, number: Int) -> [UInt8]? {
      var plain = [UInt8](repeating: 0, count: 4096)
      do {
        try page.withRawBytes { (page) throws(CryptoError) in
          try plain.withMutableRawBytes { (plain) throws(CryptoError) in
            try sealed.open(page, copy, entry: entry, tree: tree, level: level, number: number, into: plain)
          }
        }
        return plain
      } catch {
        return nil
      }
    }
    let first = [UInt8](hex: expected.firstHex)
    #expect(open(.first, first, tree: .index, level: 0, number: expected.number) == expected.plain.bytes)
    #expect(open(.first, first, tree: .freeMap, level: 0, number: expected.number) == nil)
    #expect(open(.first, first, tree: .index, level: 1, number: expected.number) == nil)
    #expect(open(.first, first, tree: .index, level: 0, number: expected.number + 1) == nil)
    #expect(open(.mirror, first, tree: .index, level: 0, number: expected.number) == nil)
  }

  @Test("A root that another program sealed opens and is encoded alike")
  func root() throws {
    let expected = vectors.root
    let page = [UInt8](hex: expected.rootHex)
    let record = try #require(SealedRoot.open(page, key: keys.root, room: expected.room, rootSlot: expected.index))
    #expect(record.sequence == UInt64(expected.sequence))
    #expect(record.indexPageCount == expected.indexPages && record.usedPageCount == expected.pagesUsed)
    #expect(record.index.depth == expected.indexDepth && record.freeMap.depth == expected.mapDepth)
    #expect(record.freeMap.top.kind == .full)
    #expect(record.encode().starts(with: [UInt8](hex: expected.plainHex)))
    #expect(record.encode().count == 4056)
    #expect(SealedRoot.open(page, key: keys.root, room: expected.room, rootSlot: 1) == nil)
    #expect(SealedRoot.open(page, key: keys.root, room: 0, rootSlot: expected.index) == nil)
  }

  @Test("A part is sealed as another program seals it, and takes as many pages")
  func part() throws {
    let expected = vectors.part
    let cipher = try ChunkCipher(key: SecretBytes(bytes: [UInt8](hex: expected.partKeyHex)), direction: .seal)
    let plain = expected.plain.bytes
    var sealed: [UInt8] = []
    for (chunk, start) in stride(from: 0, to: plain.count, by: Part.chunkByteCount).enumerated() {
      let piece = Array(plain[start..<min(start + Part.chunkByteCount, plain.count)])
      var output = [UInt8](repeating: 0, count: piece.count + 16)
      piece.withUnsafeBytes { piece in
        output.withUnsafeMutableBytes { output in
          cipher.seal(chunk: Int64(chunk), isLast: start + piece.count == plain.count, piece, into: output)
        }
      }
      sealed += output
    }
    #expect(sealed.count == expected.sealedLength)
    #expect(SHA256.hash(sealed).hex == expected.sealedSha256Hex)
    for pages in vectors.partPages { #expect(Part.pageCount(forByteCount: Int64(pages.length)) == pages.pages) }
    let extents = vectors.extents.extents.map { Extent(start: $0[0], pageCount: $0[1]) }
    #expect(Part(seed: [], byteCount: 1, extents: extents).encodedExtents.hex == vectors.extents.encodedHex)
  }

  @Test("A leaf of the free map is encoded as another program does it")
  func freeMapLeaf() {
    var leaf = FreeMapLeaf(filledWith: false)
    for page in vectors.freeMapLeaf.usedPages { leaf.setUsed(page..<(page + 1), true) }
    #expect(SHA256.hash(leaf.encode()).hex == vectors.freeMapLeaf.leafSha256Hex)
    let again = leaf.encode().withUnsafeBytes { FreeMapLeaf(page: $0) }
    #expect((0..<FreeMapLeaf.pageCount).filter(again.isUsed) == vectors.freeMapLeaf.usedPages)
  }
}
