// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV
internal import MediaWire

/// One decoded picture of libavcodec.
final class Frame {
  let pointer: UnsafeMutablePointer<AVFrame>

  init() throws(NoPicture) {
    guard let frame = av_frame_alloc() else { throw .outOfMemory }
    pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }

  var size: PixelSize? {
    PixelSize(width: Int(pointer.pointee.width), height: Int(pointer.pointee.height))
  }

  var format: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }

  /// What the coded stream says about its colours.
  var coding: ColourCoding {
    ColourCoding(
      primaries: Int(pointer.pointee.color_primaries.rawValue), transfer: Int(pointer.pointee.color_trc.rawValue),
      matrix: Int(pointer.pointee.colorspace.rawValue), isFullRange: pointer.pointee.color_range == AVCOL_RANGE_JPEG)
  }

  /// Whether the pixels have opacity.
  var hasOpacity: Bool {
    guard let descriptor = av_pix_fmt_desc_get(format) else { return false }
    // AV_PIX_FMT_FLAG_ALPHA, AV_PIX_FMT_FLAG_PAL
    return descriptor.pointee.flags & (1 << 7 | 1 << 1) != 0
  }

  /// Whether the pixels are RGB already.
  var isRGB: Bool {
    guard let descriptor = av_pix_fmt_desc_get(format) else { return false }
    // AV_PIX_FMT_FLAG_RGB, AV_PIX_FMT_FLAG_PAL
    return descriptor.pointee.flags & (1 << 5 | 1 << 1) != 0
  }
}
