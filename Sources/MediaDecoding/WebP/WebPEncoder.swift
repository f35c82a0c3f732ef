// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CWebP
internal import MediaWire

/// Writes lossy WebP, with opacity if the pixels have any.
enum WebPEncoder {
  /// `pixels` are RGB or RGBA, in sRGB.
  static func encode(_ pixels: PixelBuffer, quality: Float, method: Int32) throws(NoPicture) -> EncodedPicture {
    precondition(pixels.layout == .rgb || pixels.layout == .rgba)
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigPreset(&config, WEBP_PRESET_PHOTO, quality) != 0, WebPPictureInit(&picture) != 0 else {
      throw .outOfMemory
    }
    config.method = method
    picture.width = Int32(pixels.size.width)
    picture.height = Int32(pixels.size.height)
    defer { WebPPictureFree(&picture) }
    let stride = Int32(pixels.rowByteCount)
    let isTaken =
      pixels.layout == .rgba
      ? WebPPictureImportRGBA(&picture, pixels.samples, stride)
      : WebPPictureImportRGB(&picture, pixels.samples, stride)
    guard isTaken != 0 else { throw .outOfMemory }
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    let isWritten = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPEncode(&config, &picture) != 0
    }
    guard isWritten else { throw .outOfMemory }
    let bytes = Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
    return EncodedPicture(coding: .webp, size: pixels.size, bytes: bytes)
  }
}
