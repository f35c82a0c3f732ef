// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CTurboJPEG
internal import MediaWire

/// Writes JPEG, with an ICC profile if there is one.
enum JPEGEncoder {
  private static let chunkByteLimit = 65_519

  /// `pixels` are grey or RGB.
  static func encode(_ pixels: PixelBuffer, quality: Int32, profile: [UInt8]?) throws(NoPicture) -> EncodedPicture {
    precondition(pixels.layout == .grey || pixels.layout == .rgb)
    guard let handle = tjInitCompress() else { throw .outOfMemory }
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    var byteCount: UInt = 0
    let isGrey = pixels.layout == .grey
    let result = tjCompress2(
      handle, pixels.samples, Int32(pixels.size.width), 0, Int32(pixels.size.height),
      Int32((isGrey ? TJPF_GRAY : TJPF_RGB).rawValue), &output, &byteCount,
      Int32((isGrey ? TJSAMP_GRAY : TJSAMP_420).rawValue), quality, 0)
    defer { tjFree(output) }
    guard result == 0, let output, byteCount > 2 else { throw .outOfMemory }
    let plain = UnsafeBufferPointer(start: output, count: Int(byteCount))
    return EncodedPicture(coding: .jpeg, size: pixels.size, bytes: withProfile(plain, profile))
  }

  /// The profile goes behind the start marker, in as many segments as it needs.
  private static func withProfile(_ jpeg: UnsafeBufferPointer<UInt8>, _ profile: [UInt8]?) -> [UInt8] {
    guard let profile, !profile.isEmpty, profile.count <= 255 * chunkByteLimit else { return Array(jpeg) }
    let chunkCount = (profile.count + chunkByteLimit - 1) / chunkByteLimit
    var bytes: [UInt8] = [0xff, 0xd8]
    bytes.reserveCapacity(jpeg.count + profile.count + 18 * chunkCount)
    for index in 0..<chunkCount {
      let chunk = profile[index * chunkByteLimit..<min(profile.count, (index + 1) * chunkByteLimit)]
      let length = UInt16(chunk.count + 16)
      bytes += [0xff, 0xe2, UInt8(length >> 8), UInt8(length & 0xff)]
      bytes += Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(chunkCount)]
      bytes += chunk
    }
    return bytes + jpeg.dropFirst(2)
  }
}
