// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto

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

enum Sealing {
  /// Ciphertext and tag, by libsodium.
  static func seal(_ plain: [UInt8], key: SecretBytes, nonce: [UInt8], context: [UInt8] = []) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plain.count + 16)
    sealed.withUnsafeMutableBytes { sealed in
      plain.withUnsafeBytes { plain in
        nonce.withUnsafeBytes { nonce in
          XChaCha20Poly1305.seal(
            plain, key: key, nonce: nonce, context: context,
            into: UnsafeMutableRawBufferPointer(rebasing: sealed[0..<plain.count]),
            tag: UnsafeMutableRawBufferPointer(rebasing: sealed[plain.count...]))
        }
      }
    }
    return sealed
  }

  /// nil if not authentic.
  static func open(_ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], context: [UInt8] = []) -> [UInt8]? {
    var plain = [UInt8](repeating: 0, count: sealed.count - 16)
    let opened = plain.withUnsafeMutableBytes { plain in
      sealed.withUnsafeBytes { sealed in
        nonce.withUnsafeBytes { nonce in
          (try? XChaCha20Poly1305.open(
            UnsafeRawBufferPointer(rebasing: sealed[0..<plain.count]),
            tag: UnsafeRawBufferPointer(rebasing: sealed[plain.count...]), key: key, nonce: nonce, context: context,
            into: plain)) != nil
        }
      }
    }
    return opened ? plain : nil
  }

  static func seal(_ plain: [UInt8], _ cipher: ChunkCipher, chunk: Int64, isLast: Bool) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plain.count + 16)
    sealed.withUnsafeMutableBytes { sealed in
      plain.withUnsafeBytes { cipher.seal(chunk: chunk, isLast: isLast, $0, into: sealed) }
    }
    return sealed
  }

  static func open(_ sealed: [UInt8], _ cipher: ChunkCipher, chunk: Int64, isLast: Bool) -> [UInt8]? {
    var plain = [UInt8](repeating: 0, count: sealed.count - 16)
    let opened = plain.withUnsafeMutableBytes { plain in
      sealed.withUnsafeBytes { (try? cipher.open(chunk: chunk, isLast: isLast, $0, into: plain)) != nil }
    }
    return opened ? plain : nil
  }
}
