// Agony
// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The keys derived from a room's master key; docs/format/vault-v1.md, section 5.
struct RoomKeys: Sendable {
  let root: SecretBytes
  let page: SecretBytes
  let mirror: SecretBytes
  let object: SecretBytes

  init(masterKey: SecretBytes, vaultHash: [UInt8]) {
    func key(_ label: StaticString) -> SecretBytes {
      HKDF.derive(masterKey, salt: vaultHash, info: [UInt8](label: label), count: 32)
    }
    root = key("agony/1/root")
    page = key("agony/1/page")
    mirror = key("agony/1/mirror")
    object = key("agony/1/object")
  }

  /// The key of the part with this seed; section 8.
  func part(seed: [UInt8]) -> SecretBytes {
    HKDF.derive(object, salt: seed, info: [UInt8](label: "agony/1/part"), count: 32)
  }
}
