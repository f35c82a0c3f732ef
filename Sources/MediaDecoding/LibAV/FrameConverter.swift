// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLibAV
internal import MediaWire

/// Frames of video into RGB pixels, shrunk on the way. Keeps the library's tables while frames are alike.
final class FrameConverter {
  private var context: OpaquePointer?

  deinit {
    sws_freeContext(context)
  }

  /// Writes `frame`, shrunk to `size`, at `row` and `column` of `target`, where it has to fit.
  /// `coding` is what the container says; where it says nothing, the frame is asked.
  func convert(
    _ frame: Frame, to size: PixelSize, coding: ColourCoding?, into target: PixelBuffer, column: Int, row: Int
  ) throws(NoPicture) {
    precondition(column + size.width <= target.size.width && row + size.height <= target.size.height)
    guard let source = frame.size else { throw .damaged }
    let layout = target.layout == .rgba ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24
    let flags = size == source ? SWS_POINT | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT : SWS_AREA | SWS_ACCURATE_RND
    context = sws_getCachedContext(
      context, Int32(source.width), Int32(source.height), frame.format, Int32(size.width), Int32(size.height), layout,
      flags, nil, nil, nil)
    guard let context else { throw .unsupported }
    if !frame.isRGB { setColours(context, coding ?? frame.coding, frame, source) }
    var planes: [UnsafeMutablePointer<UInt8>?] = [target.row(row) + column * target.layout.samplesPerPixel]
    planes += [nil, nil, nil]
    let strides = [Int32(target.rowByteCount), 0, 0, 0]
    let rows = withUnsafeBytes(of: &frame.pointer.pointee.data) { data in
      withUnsafeBytes(of: &frame.pointer.pointee.linesize) { lines in
        sws_scale(
          context, data.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
          lines.assumingMemoryBound(to: Int32.self).baseAddress, 0, Int32(source.height), planes, strides)
      }
    }
    guard rows == Int32(size.height) else { throw .damaged }
  }

  private func setColours(_ context: OpaquePointer, _ coding: ColourCoding, _ frame: Frame, _ size: PixelSize) {
    let matrix: Int32 =
      switch coding.matrix {
      case 1: SWS_CS_ITU709
      case 4: SWS_CS_FCC
      case 7: SWS_CS_SMPTE240M
      case 9, 10: SWS_CS_BT2020
      case 5, 6: SWS_CS_ITU601
      default: size.height >= 720 && !isStill ? SWS_CS_ITU709 : SWS_CS_ITU601
      }
    let isFull =
      coding.isFullRange || [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P].contains(frame.format)
    sws_setColorspaceDetails(
      context, sws_getCoefficients(matrix), isFull ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
  }

  /// Pictures that say nothing of their matrix use that of JPEG; films of high definition do not.
  var isStill = true
}
