// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSPNG
internal import MediaWire

/// PNG by libspng, row by row into a shrunk picture unless it is interlaced.
enum PNGDecoder {
  private static let pixelLimit = 1_000_000_000
  private static let interlacedPixelLimit = 64_000_000
  /// Of a chunk, and of all chunks that are kept.
  private static let chunkByteLimit = 8 << 20

  static func decode(
    _ bytes: UnsafeRawBufferPointer, for target: PictureTarget, orientation: Orientation = .upright
  ) throws(NoPicture) -> DecodedPicture {
    guard let context = spng_ctx_new(0) else { throw .outOfMemory }
    defer { spng_ctx_free(context) }
    guard spng_set_image_limits(context, UInt32(MediaLimits.side), UInt32(MediaLimits.side)) == 0,
      spng_set_chunk_limits(context, chunkByteLimit, 2 * chunkByteLimit) == 0,
      spng_set_png_buffer(context, bytes.baseAddress, bytes.count) == 0
    else { throw .outOfMemory }
    var header = spng_ihdr()
    guard spng_get_ihdr(context, &header) == 0,
      let full = PixelSize(width: Int(header.width), height: Int(header.height))
    else { throw .damaged }
    let isInterlaced = header.interlace_method != 0
    guard full.pixelCount <= (isInterlaced ? interlacedPixelLimit : pixelLimit) else { throw .tooLarge }
    // Deflate makes at most 1032 bytes of one: fewer bytes than that are a claim, not a picture.
    let bitCount = full.pixelCount / 8 * Int(header.bit_depth)
    guard bitCount / 1100 <= bytes.count else { throw .damaged }

    let layout = layout(context, header)
    var picture = DecodedPicture(
      pixels: try PixelBuffer(size: target.sufficient(for: full), layout: layout), fullSize: full,
      orientation: orientation, profile: profile(context))
    if isInterlaced {
      let whole = try PixelBuffer(size: full, layout: layout)
      let result = spng_decode_image(context, whole.samples, whole.byteCount, format(layout), decodeFlags)
      guard result == 0 else { throw .damaged }
      picture.pixels = try AreaScaler.scale(whole, to: target.sufficient(for: full))
    } else {
      (picture.pixels, picture.isDamaged) = try rows(context, full, target.sufficient(for: full), layout)
    }
    return picture
  }

  private static let decodeFlags = Int32(SPNG_DECODE_TRNS.rawValue)

  private static func rows(
    _ context: OpaquePointer, _ full: PixelSize, _ size: PixelSize, _ layout: PixelLayout
  ) throws(NoPicture) -> (PixelBuffer, Bool) {
    let flags = decodeFlags | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)
    guard spng_decode_image(context, nil, 0, format(layout), flags) == 0,
      let line = PixelSize(width: full.width, height: 1)
    else { throw .damaged }
    let row = try PixelBuffer(size: line, layout: layout)
    var scaler = try AreaScaler(from: full, to: size, layout: layout)
    var count = 0
    while count < full.height {
      let result = spng_decode_row(context, row.samples, row.byteCount)
      guard result == 0 || result == Int32(SPNG_EOI.rawValue) else { break }
      row.multiplyOpacity()
      scaler.add(row: row.samples)
      count += 1
    }
    guard count > 0 else { throw .damaged }
    scaler.result.divideOpacity()
    return (scaler.result, count < full.height)
  }

  private static func layout(_ context: OpaquePointer, _ header: spng_ihdr) -> PixelLayout {
    var transparency = spng_trns()
    let isTransparent = spng_get_trns(context, &transparency) == 0
    // 4 and 6 have opacity of their own; 0 is grey.
    if header.color_type == 4 || header.color_type == 6 || isTransparent { return .rgba }
    return header.color_type == 0 && header.bit_depth <= 8 ? .grey : .rgb
  }

  private static func format(_ layout: PixelLayout) -> Int32 {
    switch layout {
    case .grey: Int32(SPNG_FMT_G8.rawValue)
    case .rgba: Int32(SPNG_FMT_RGBA8.rawValue)
    case .rgb, .cmyk, .invertedCMYK: Int32(SPNG_FMT_RGB8.rawValue)
    }
  }

  private static func profile(_ context: OpaquePointer) -> [UInt8]? {
    var chunk = spng_iccp()
    guard spng_get_iccp(context, &chunk) == 0, let bytes = chunk.profile,
      chunk.profile_len <= ColourTransform.profileByteLimit
    else { return nil }
    return bytes.withMemoryRebound(to: UInt8.self, capacity: chunk.profile_len) {
      Array(UnsafeBufferPointer(start: $0, count: chunk.profile_len))
    }
  }
}
