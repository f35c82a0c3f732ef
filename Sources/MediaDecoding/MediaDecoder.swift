// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaMetadata
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
    let facts = MediaMetadata.read(InputByteSource(input: input))
    return MediaReply(facts: facts, pictures: pictures(request, input, facts)).encoded
  }

  private static func pictures(
    _ request: MediaRequest, _ input: any MediaInput, _ facts: MediaFacts
  ) -> Result<MediaPictures, NoPicture> {
    guard request.wantsPictures else { return .failure(.notAsked) }
    do throws(NoPicture) {
      let known = facts.format.map { MediaCoding($0) }
      guard let coding = known ?? MediaCoding(prefix: input.bytes(at: 0, count: MediaCoding.prefixByteCount)) else {
        throw .unsupported
      }
      let picture = try decode(input, coding, facts, for: target(request, coding, input))
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
    _ input: any MediaInput, _ coding: MediaCoding, _ facts: MediaFacts, for target: PictureTarget
  ) throws(NoPicture) -> DecodedPicture {
    if case .film(let container) = coding {
      return try FilmDecoder.decode(input, container: container, for: target)
    }
    if coding == .raw, let picture = try? embedded(input, facts, for: target) { return picture }
    guard let bytes = input.whole(), !bytes.isEmpty else { throw .tooLarge }
    let orientation = Orientation(rawValue: facts.orientation) ?? .upright
    return switch coding {
    case .jpeg: try JPEGDecoder.decode(bytes, for: target, orientation: orientation)
    case .png: try PNGDecoder.decode(bytes, for: target, orientation: orientation)
    case .gif: try FramePicture.decode(bytes, decoder: "gif", size: FramePicture.sizeOfGIF(bytes), for: target)
    case .bmp: try FramePicture.decode(bytes, decoder: "bmp", size: FramePicture.sizeOfBMP(bytes), for: target)
    case .webp: try WebPDecoder.decode(bytes, for: target, orientation: orientation)
    case .heif, .avif: try still(input, bytes, for: target)
    case .tiff: try TIFFDecoder.decode(bytes, for: target, orientation: orientation)
    case .jxl: try JXLDecoder.decode(bytes, for: target)
    case .raw: try RAWDecoder.decode(bytes, for: target)
    case .film: throw .unsupported
    }
  }

  /// A HEIF file's picture, or the first of a sequence that has no still one.
  private static func still(
    _ input: any MediaInput, _ bytes: UnsafeRawBufferPointer, for target: PictureTarget
  ) throws(NoPicture) -> DecodedPicture {
    guard HEIFFile(bytes) != nil else { return try FilmDecoder.decode(input, container: "mov", for: target) }
    return try HEIFDecoder.decode(bytes, for: target)
  }

  /// The JPEG that a camera put into its RAW file, if it is large enough; nothing else of the file is read.
  private static func embedded(
    _ input: any MediaInput, _ facts: MediaFacts, for target: PictureTarget
  ) throws(NoPicture) -> DecodedPicture {
    guard let preview = facts.preview, let size = PixelSize(width: preview.width, height: preview.height),
      let full = PixelSize(width: facts.width ?? size.width, height: facts.height ?? size.height),
      target.isMet(by: size, of: full), preview.range.count <= MediaLimits.wholeFileByteCount
    else { throw .nothingToShow }
    let bytes = input.bytes(at: preview.range.offset, count: preview.range.count)
    let orientation = Orientation(rawValue: preview.orientation) ?? .upright
    // An error of the closure's type would be lost on the way out of it.
    let result = bytes.withUnsafeBytes { bytes -> DecodedPicture? in
      try? JPEGDecoder.decode(bytes, for: target, orientation: orientation)
    }
    guard var picture = result else { throw .damaged }
    picture.fullSize = full
    return picture
  }
}
