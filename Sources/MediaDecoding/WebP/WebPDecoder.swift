// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CWebP
internal import MediaWire

/// WebP by libwebp: shrunk while decoding, or the first frame of an animation.
enum WebPDecoder {
  private static let pixelLimit = 268_435_456
  private static let animationPixelLimit = 64_000_000

  static func decode(
    _ bytes: UnsafeRawBufferPointer, for target: PictureTarget, orientation: Orientation = .upright
  ) throws(NoPicture) -> DecodedPicture {
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    var data = WebPData(bytes: start, size: bytes.count)
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(start, bytes.count, &features) == VP8_STATUS_OK,
      let full = PixelSize(width: Int(features.width), height: Int(features.height))
    else { throw .damaged }
    let isAnimated = features.has_animation != 0
    guard full.pixelCount <= (isAnimated ? animationPixelLimit : pixelLimit) else { throw .tooLarge }
    let layout: PixelLayout = features.has_alpha != 0 || isAnimated ? .rgba : .rgb
    var isDamaged = false
    let pixels =
      isAnimated
      ? try firstFrame(&data, full)
      : try still(bytes, target.sufficient(for: full), layout, &isDamaged)
    return DecodedPicture(
      pixels: pixels, fullSize: full, orientation: orientation, profile: chunk("ICCP", &data),
      isDamaged: isDamaged)
  }

  private static func still(
    _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ layout: PixelLayout, _ isDamaged: inout Bool
  ) throws(NoPicture) -> PixelBuffer {
    let pixels = try PixelBuffer(size: size, layout: layout)
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .outOfMemory }
    config.options.use_scaling = 1
    config.options.scaled_width = Int32(size.width)
    config.options.scaled_height = Int32(size.height)
    config.output.colorspace = layout == .rgba ? MODE_RGBA : MODE_RGB
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = pixels.samples
    config.output.u.RGBA.stride = Int32(pixels.rowByteCount)
    config.output.u.RGBA.size = pixels.byteCount
    defer { WebPFreeDecBuffer(&config.output) }
    // By pieces, so that the rows of a file that was cut short are kept.
    guard let decoder = WebPIDecode(nil, 0, &config) else { throw .outOfMemory }
    defer { WebPIDelete(decoder) }
    let status = WebPIUpdate(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    switch status {
    case VP8_STATUS_OK: break
    case VP8_STATUS_SUSPENDED:
      var (lastRow, width, height, stride): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      guard WebPIDecGetRGB(decoder, &lastRow, &width, &height, &stride) != nil, lastRow > 0 else { throw .damaged }
      isDamaged = true
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .damaged
    }
    return pixels
  }

  private static func firstFrame(_ data: inout WebPData, _ full: PixelSize) throws(NoPicture) -> PixelBuffer {
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw .outOfMemory }
    options.color_mode = MODE_RGBA
    options.use_threads = 0
    guard let decoder = WebPAnimDecoderNew(&data, &options) else { throw .damaged }
    defer { WebPAnimDecoderDelete(decoder) }
    var frame: UnsafeMutablePointer<UInt8>?
    var milliseconds: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &frame, &milliseconds) != 0, let frame else { throw .damaged }
    let pixels = try PixelBuffer(size: full, layout: .rgba)
    pixels.samples.update(from: frame, count: pixels.byteCount)
    return pixels
  }

  private static func chunk(_ name: String, _ data: inout WebPData) -> [UInt8]? {
    guard let demuxer = WebPDemux(&data) else { return nil }
    defer { WebPDemuxDelete(demuxer) }
    var iterator = WebPChunkIterator()
    guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
    defer { WebPDemuxReleaseChunkIterator(&iterator) }
    guard iterator.chunk.size <= ColourTransform.profileByteLimit else { return nil }
    return Array(UnsafeBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
  }
}
