// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// HKDF with SHA-256, RFC 5869, computed inside locked memory.
package enum HKDF {
  private static let hashByteCount = 32

  /// `count` ≤ 255 · 32 bytes.
  package static func derive(_ key: SecretBytes, salt: [UInt8], info: [UInt8], count: Int) -> SecretBytes {
    Sodium.prepare()
    precondition(count > 0 && count <= 255 * hashByteCount)
    let extracted = SecretBytes(count: hashByteCount) { output in
      key.withUnsafeBytes { input in
        salt.withUnsafeBytes { salt in authenticate(key: salt, [input], into: output) }
      }
    }
    return SecretBytes(count: count) { output in
      extracted.withUnsafeBytes { pseudorandomKey in
        info.withUnsafeBytes { info in expand(pseudorandomKey, info: info, into: output) }
      }
    }
  }

  private static func expand(
    _ key: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) {
    withUnsafeTemporaryAllocation(byteCount: hashByteCount, alignment: 16) { block in
      var counter: UInt8 = 0
      var done = 0
      while done < output.count {
        counter += 1
        let previous = UnsafeRawBufferPointer(rebasing: block[0..<(counter == 1 ? 0 : hashByteCount)])
        withUnsafeBytes(of: counter) { number in
          authenticate(key: key, [previous, info, number], into: block)
        }
        let wanted = min(hashByteCount, output.count - done)
        UnsafeMutableRawBufferPointer(rebasing: output[done..<(done + wanted)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[0..<wanted]))
        done += wanted
      }
      SecretBytes.wipe(block)
    }
  }

  private static func authenticate(
    key: UnsafeRawBufferPointer, _ messages: [UnsafeRawBufferPointer], into output: UnsafeMutableRawBufferPointer
  ) {
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key.bytes, key.count)
    for message in messages {
      crypto_auth_hmacsha256_update(&state, message.bytes, UInt64(message.count))
    }
    crypto_auth_hmacsha256_final(&state, output.bytes)
    withUnsafeMutableBytes(of: &state) { SecretBytes.wipe($0) }
  }
}
