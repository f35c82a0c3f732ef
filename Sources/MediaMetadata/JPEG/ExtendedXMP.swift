// Agony
// SPDX-License-Identifier: Apache-2.0

/// The part of XMP that does not fit into one segment.
struct ExtendedXMP {
  private var bytes: [UInt8] = []
  private var digest: [UInt8]?

  /// A segment after its name: 32 digits of a digest, the whole length, where this part belongs, the part.
  mutating func add(_ segment: View) {
    guard let digest = segment.slice(0, 32)?.bytes(atMost: 32), let whole = segment.u32(32),
      let offset = segment.u32(36),
      self.digest == nil || self.digest == digest
    else { return }
    // Longer ones hold depth maps as text; facts stand at the start, if anywhere.
    let kept = min(whole, XMPReader.byteLimit)
    guard offset < kept, let part = segment.from(40).prefix(kept - offset).bytes(atMost: 1 << 16) else { return }
    if self.digest == nil {
      self.digest = digest
      bytes = [UInt8](repeating: 0x20, count: kept)
    }
    guard part.count <= bytes.count - offset else { return }
    bytes.replaceSubrange(offset..<offset + part.count, with: part)
  }

  var packet: [UInt8]? { digest == nil ? nil : bytes }
}
