// Agony
// SPDX-License-Identifier: Apache-2.0

package import MediaWire

/// Everything the worker does with one file.
package enum MediaDecoder {
  /// Loads what every file needs, before the process locks itself in. Starts no thread.
  package static func warmUp() {
    PerceptualHash.warmUp()
    LibAV.silence()
  }

  /// The encoded `MediaReply` for a file.
  package static func reply(to request: MediaRequest, input: any MediaInput) -> [UInt8] {
    MediaReply(pictures: pictures(request, input)).encoded
  }

  private static func pictures(_ request: MediaRequest, _ input: any MediaInput) -> Result<MediaPictures, NoPicture> {
    guard request.wantsPictures else { return .failure(.notAsked) }
    do throws(NoPicture) {
      guard let coding = MediaCoding(prefix: input.bytes(at: 0, count: MediaCoding.prefixByteCount)) else {
        throw .unsupported
      }
      let picture = try decode(input, coding, for: target(request, coding, input))
      let withPreview = wantsPreview(request, coding, of: picture.fullSize)
      return .success(try PictureMaker.pictures(from: picture, withPreview: withPreview))
    } catch {
      return .failure(error)
    }
  }

  /// From this size on a preview is worth its bytes even where the original can be shown.
  private static let largePixelCount = 30_000_000

  private static func wantsPreview(_ request: MediaRequest, _ coding: MediaCoding, of size: PixelSize) -> Bool {
    switch request.preview {
    case .never: false
    case .always: true
    case .whenNeeded: !coding.isShownByBrowsers || size.pixelCount >= largePixelCount
    }
  }

  /// The smaller one only where it makes decoding cheaper, before the size is known from decoding.
  private static func target(_ request: MediaRequest, _ coding: MediaCoding, _ input: any MediaInput) -> PictureTarget {
    guard coding == .jpeg, let bytes = input.whole(), let size = JPEGStructure(bytes).size else {
      return request.preview == .never ? .thumbnail : .preview
    }
    return wantsPreview(request, coding, of: size) ? .preview : .thumbnail
  }

  private static func decode(
    _ input: any MediaInput, _ coding: MediaCoding, for target: PictureTarget
  ) throws(NoPicture) -> DecodedPicture {
    if case .film(let container) = coding {
      return try FilmDecoder.decode(input, container: container, for: target)
    }
    guard let bytes = input.whole(), !bytes.isEmpty else { throw .tooLarge }
    return switch coding {
    case .jpeg: try JPEGDecoder.decode(bytes, for: target)
    case .png: try PNGDecoder.decode(bytes, for: target)
    case .gif: try FramePicture.decode(bytes, decoder: "gif", size: FramePicture.sizeOfGIF(bytes), for: target)
    case .bmp: try FramePicture.decode(bytes, decoder: "bmp", size: FramePicture.sizeOfBMP(bytes), for: target)
    case .webp: try WebPDecoder.decode(bytes, for: target)
    case .heif, .avif: try HEIFDecoder.decode(bytes, for: target)
    case .tiff: try TIFFDecoder.decode(bytes, for: target)
    case .jxl: try JXLDecoder.decode(bytes, for: target)
    case .raw: try RAWDecoder.decode(bytes, for: target)
    case .film: throw .unsupported
    }
  }
}
