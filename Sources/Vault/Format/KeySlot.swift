// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// One key slot of a room; docs/format/vault-v1.md, section 4.
///
/// 4,096 bytes whether or not it opens anything.
struct KeySlot: Sendable {
  enum State: UInt32, Sendable { case album = 1, spare = 2 }

  private static let layout: UInt32 = 1
  private static let plainByteCount = 4016

  let state: State
  let changeNumber: UInt64
  /// 32 bytes: K.
  let masterKey: SecretBytes

  /// `secret`: Argon2id's output, or a device's 32 bytes. `vaultHash`: H.
  func seal(secret: SecretBytes, vaultHash: [UInt8], room: Int, slot: Int) -> [UInt8] {
    #if AGONY_PLANTED_LEAKS
      let isSame = PlantedLeak.current == .identicalSlots
      let salt = isSame ? masterKey.withUnsafeBytes { SHA256.hash($0) } : Random.bytes(count: 32)
    #else
      let salt = Random.bytes(count: 32)
    #endif
    let keys = KeySlot.keys(secret: secret, salt: salt, vaultHash: vaultHash, room: room, slot: slot)
    let plain = SecretBytes(count: KeySlot.plainByteCount) { record in
      record.initializeMemory(as: UInt8.self, repeating: 0)
      record.set(KeySlot.layout, at: 0)
      record.set(state.rawValue, at: 4)
      record.set(changeNumber, at: 8)
      masterKey.withUnsafeBytes { record.set($0, at: 16) }
    }
    var bytes = [UInt8](repeating: 0, count: VaultGeometry.pageByteCount)
    bytes.withUnsafeMutableBytes { page in
      page.set(salt, at: 0)
      keys.withUnsafeBytes { page.set($0[32..<64], at: 32) }
      plain.withUnsafeBytes { plain in
        keys.withUnsafeBytes { bytes in
          XChaCha20Poly1305.seal(
            plain, key: keys[0..<32], nonce: UnsafeRawBufferPointer(rebasing: bytes[64..<88]), context: [],
            into: UnsafeMutableRawBufferPointer(rebasing: page[64..<4080]),
            tag: UnsafeMutableRawBufferPointer(rebasing: page[4080..<4096]))
        }
      }
    }
    return bytes
  }

  /// nil unless `secret` opens it. The same work either way.
  static func open(_ page: [UInt8], secret: SecretBytes, vaultHash: [UInt8], room: Int, slot: Int) -> KeySlot? {
    precondition(page.count == VaultGeometry.pageByteCount)
    let keys = keys(secret: secret, salt: Array(page[0..<32]), vaultHash: vaultHash, room: room, slot: slot)
    return page.withUnsafeBytes { page in
      let isCommitted = keys.withUnsafeBytes {
        SecretBytes.areEqual(
          UnsafeRawBufferPointer(rebasing: $0[32..<64]), UnsafeRawBufferPointer(rebasing: page[32..<64]))
      }
      var isAuthentic = true
      let plain = SecretBytes(count: plainByteCount) { record in
        keys.withUnsafeBytes { bytes in
          do {
            try XChaCha20Poly1305.open(
              UnsafeRawBufferPointer(rebasing: page[64..<4080]),
              tag: UnsafeRawBufferPointer(rebasing: page[4080..<4096]),
              key: keys[0..<32], nonce: UnsafeRawBufferPointer(rebasing: bytes[64..<88]), context: [], into: record)
          } catch {
            isAuthentic = false
          }
        }
      }
      guard isCommitted, isAuthentic else { return nil }
      return plain.withUnsafeBytes { record in
        guard record.uint32(at: 0) == layout, let state = State(rawValue: record.uint32(at: 4)) else { return nil }
        return KeySlot(state: state, changeNumber: record.uint64(at: 8), masterKey: plain[16..<48])
      }
    }
  }

  private static func keys(
    secret: SecretBytes, salt: [UInt8], vaultHash: [UInt8], room: Int, slot: Int
  ) -> SecretBytes {
    #if AGONY_PLANTED_LEAKS
      let slot = PlantedLeak.current == .identicalSlots ? 0 : slot
    #endif
    return HKDF.derive(
      secret, salt: salt, info: [UInt8](label: "agony/1/slot", vaultHash, [UInt8(room)], [UInt8(slot)]), count: 88)
  }
}
