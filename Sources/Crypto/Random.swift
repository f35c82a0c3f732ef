// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSodium

/// The system's random source, asked anew for each call: a restored or forked process repeats nothing.
package enum Random {
  package static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
    Sodium.prepare()
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    randombytes_buf(start, bytes.count)
  }

  package static func bytes(count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.withUnsafeMutableBytes { fill($0) }
    return bytes
  }

  /// Uniform in `0..<bound`, `bound` ≥ 1.
  package static func below(_ bound: Int) -> Int {
    Sodium.prepare()
    precondition(bound >= 1 && bound <= Int(UInt32.max))
    return Int(randombytes_uniform(UInt32(bound)))
  }
}
