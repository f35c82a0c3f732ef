// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibRaw
internal import MediaWire

/// Pictures as the sensor gave them: the JPEG that the camera put in, if it is large enough, else developed at half size.
final class RAWDecoder {
  private static let pixelLimit = 200_000_000

  private let handle: UnsafeMutablePointer<libraw_data_t>

  private init() throws(NoPicture) {
    guard let handle = libraw_init(0) else { throw .outOfMemory }
    self.handle = handle
  }

  deinit {
    libraw_close(handle)
  }

  static func decode(_ bytes: UnsafeRawBufferPointer, for target: PictureTarget) throws(NoPicture) -> DecodedPicture {
    try RAWDecoder().picture(bytes, target)
  }

  private func picture(_ bytes: UnsafeRawBufferPointer, _ target: PictureTarget) throws(NoPicture) -> DecodedPicture {
    // The library only reads; its prototype lacks the const.
    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    guard libraw_open_buffer(handle, start, bytes.count) == 0 else { throw .unsupported }
    let sizes = handle.pointee.sizes
    guard let full = PixelSize(width: Int(sizes.width), height: Int(sizes.height)) else { throw .damaged }
    guard Int(sizes.raw_width) * Int(sizes.raw_height) <= Self.pixelLimit else { throw .tooLarge }
    if var preview = try? embedded(target, full) {
      preview.fullSize = full
      return preview
    }
    return try developed(full, target)
  }

  /// Turn of the sensor's picture, from the library's code.
  private var orientation: Orientation {
    switch handle.pointee.sizes.flip {
    case 3: .upsideDown
    case 5: .turnedLeft
    case 6: .turnedRight
    default: .upright
    }
  }

  private func embedded(_ target: PictureTarget, _ full: PixelSize) throws(NoPicture) -> DecodedPicture {
    guard libraw_unpack_thumb(handle) == 0 else { throw .nothingToShow }
    let thumbnail = handle.pointee.thumbnail
    guard thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG, let start = thumbnail.thumb, thumbnail.tlength > 4 else {
      throw .nothingToShow
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(thumbnail.tlength))
    guard let size = JPEGStructure(bytes).size, target.isMet(by: size, of: full) else { throw .nothingToShow }
    // A camera that turned the JPEG itself gives it the other shape.
    let isTurned = orientation.swapsSides && (size.width > size.height) != (full.width > full.height)
    return try JPEGDecoder.decode(bytes, for: target, orientation: isTurned ? .upright : orientation)
  }

  private func developed(_ full: PixelSize, _ target: PictureTarget) throws(NoPicture) -> DecodedPicture {
    let orientation = orientation
    handle.pointee.params.half_size = 1
    handle.pointee.params.use_camera_wb = 1
    handle.pointee.params.output_bps = 8
    handle.pointee.params.user_flip = 0
    guard libraw_unpack(handle) == 0, libraw_dcraw_process(handle) == 0 else { throw .damaged }
    var code: Int32 = 0
    guard let image = libraw_dcraw_make_mem_image(handle, &code) else { throw .outOfMemory }
    defer { libraw_dcraw_clear_mem(image) }
    guard image.pointee.type == LIBRAW_IMAGE_BITMAP, image.pointee.bits == 8,
      image.pointee.colors == 3 || image.pointee.colors == 1,
      let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
    else { throw .unsupported }
    let pixels = try PixelBuffer(size: size, layout: image.pointee.colors == 3 ? .rgb : .grey)
    guard Int(image.pointee.data_size) >= pixels.byteCount,
      let offset = MemoryLayout<libraw_processed_image_t>.offset(of: \.data)
    else { throw .damaged }
    let source = (UnsafeRawPointer(image) + offset).assumingMemoryBound(to: UInt8.self)
    pixels.samples.update(from: source, count: pixels.byteCount)
    return DecodedPicture(
      pixels: try AreaScaler.scale(pixels, to: target.sufficient(for: size)), fullSize: full, orientation: orientation,
      profile: nil)
  }
}
