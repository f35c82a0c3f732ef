// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// A root record sealed for one root slot; docs/format/vault-v1.md, section 6.
enum SealedRoot {
  static func seal(_ record: RootRecord, key: SecretBytes, room: Int, rootSlot: Int) -> [UInt8] {
    let plain = record.encode()
    var bytes = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    bytes.withUnsafeMutableBytes { page in
      let nonce = UnsafeMutableRawBufferPointer(rebasing: page[0..<24])
      Random.fill(nonce)
      plain.withUnsafeBytes { plain in
        XChaCha20Poly1305.seal(
          plain, key: key, nonce: UnsafeRawBufferPointer(nonce), context: context(room: room, rootSlot: rootSlot),
          into: UnsafeMutableRawBufferPointer(rebasing: page[24..<4080]),
          tag: UnsafeMutableRawBufferPointer(rebasing: page[4080..<4096]))
      }
    }
    return bytes
  }

  /// nil unless whole and sealed under `key` for this very slot.
  static func open(_ page: [UInt8], key: SecretBytes, room: Int, rootSlot: Int) -> RootRecord? {
    var plain = [UInt8](repeating: 0, count: RootRecord.plainByteCount)
    do {
      try page.withRawBytes { (page) throws(CryptoError) in
        try plain.withMutableRawBytes { (plain) throws(CryptoError) in
          try XChaCha20Poly1305.open(
            UnsafeRawBufferPointer(rebasing: page[24..<4080]), tag: UnsafeRawBufferPointer(rebasing: page[4080..<4096]),
            key: key, nonce: UnsafeRawBufferPointer(rebasing: page[0..<24]),
            context: context(room: room, rootSlot: rootSlot), into: plain)
        }
      }
      return try RootRecord.decode(plain)
    } catch {
      return nil
    }
  }

  private static func context(room: Int, rootSlot: Int) -> [UInt8] {
    [UInt8](label: "agony/1/root", [UInt8(room)], [UInt8(rootSlot)])
  }
}
