// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CJXL
internal import MediaWire

/// JPEG XL by libjxl, on one thread. The library applies the orientation.
final class JXLDecoder {
  private static let pixelLimit = 64_000_000

  private let decoder: OpaquePointer
  private var info = JxlBasicInfo()
  private var profile: [UInt8]?

  private init() throws(NoPicture) {
    guard let decoder = JxlDecoderCreate(nil) else { throw .outOfMemory }
    self.decoder = decoder
  }

  deinit {
    JxlDecoderDestroy(decoder)
  }

  static func decode(_ bytes: UnsafeRawBufferPointer, for target: PictureTarget) throws(NoPicture) -> DecodedPicture {
    try JXLDecoder().picture(bytes, target)
  }

  private func picture(_ bytes: UnsafeRawBufferPointer, _ target: PictureTarget) throws(NoPicture) -> DecodedPicture {
    let events = Int32(JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue)
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    guard JxlDecoderSubscribeEvents(decoder, events) == JXL_DEC_SUCCESS,
      JxlDecoderSetInput(decoder, start, bytes.count) == JXL_DEC_SUCCESS
    else { throw .outOfMemory }
    JxlDecoderCloseInput(decoder)
    var pixels: PixelBuffer?
    while true {
      switch JxlDecoderProcessInput(decoder) {
      case JXL_DEC_BASIC_INFO:
        guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else { throw .damaged }
        guard Int(info.xsize) * Int(info.ysize) <= Self.pixelLimit else { throw .tooLarge }
      case JXL_DEC_COLOR_ENCODING:
        profile = readProfile()
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        pixels = try output()
      case JXL_DEC_FULL_IMAGE, JXL_DEC_SUCCESS:
        guard let pixels else { throw .damaged }
        return try shrunk(pixels, target, isDamaged: false)
      case JXL_DEC_NEED_MORE_INPUT:
        guard let pixels, JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS else { throw .damaged }
        return try shrunk(pixels, target, isDamaged: true)
      default:
        throw .damaged
      }
    }
  }

  private func output() throws(NoPicture) -> PixelBuffer {
    guard let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize)) else { throw .damaged }
    let layout: PixelLayout = info.alpha_bits > 0 ? .rgba : info.num_color_channels == 1 ? .grey : .rgb
    let buffer = try PixelBuffer(size: size, layout: layout)
    var format = JxlPixelFormat(
      num_channels: UInt32(layout.samplesPerPixel), data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
    guard JxlDecoderSetImageOutBuffer(decoder, &format, buffer.samples, buffer.byteCount) == JXL_DEC_SUCCESS else {
      throw .unsupported
    }
    return buffer
  }

  private func shrunk(
    _ pixels: PixelBuffer, _ target: PictureTarget, isDamaged: Bool
  ) throws(NoPicture) -> DecodedPicture {
    DecodedPicture(
      pixels: try AreaScaler.scale(pixels, to: target.sufficient(for: pixels.size)), fullSize: pixels.size,
      orientation: .upright, profile: profile, isDamaged: isDamaged)
  }

  private func readProfile() -> [UInt8]? {
    var byteCount = 0
    guard
      JxlDecoderGetICCProfileSize(decoder, nil, JXL_COLOR_PROFILE_TARGET_DATA, &byteCount) == JXL_DEC_SUCCESS,
      (1...ColourTransform.profileByteLimit).contains(byteCount)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let result = JxlDecoderGetColorAsICCProfile(
      decoder, nil, JXL_COLOR_PROFILE_TARGET_DATA, &bytes, byteCount)
    return result == JXL_DEC_SUCCESS ? bytes : nil
  }
}
