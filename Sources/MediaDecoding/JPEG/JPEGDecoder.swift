// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CTurboJPEG
internal import MediaWire

/// JPEG by TurboJPEG, shrunk while decoding where that is for nothing.
enum JPEGDecoder {
  /// More scans than any encoder writes; a file can make a decoder go over all pixels once for each.
  private static let scanLimit = 100
  /// A progressive file's coefficients are all kept, two bytes each.
  private static let progressivePixelLimit = 120_000_000
  private static let pixelLimit = 500_000_000

  /// Only these have fast inverse transforms; 5/8 takes longer than 1/1.
  private static let denominators = [8, 4, 2, 1]

  static func decode(
    _ bytes: UnsafeRawBufferPointer, for target: PictureTarget, orientation: Orientation = .upright
  ) throws(NoPicture) -> DecodedPicture {
    let structure = JPEGStructure(bytes)
    guard let full = structure.size, structure.scanCount > 0 else { throw .damaged }
    guard structure.scanCount <= scanLimit,
      full.pixelCount <= (structure.isProgressive ? progressivePixelLimit : pixelLimit)
    else { throw .tooLarge }
    // A picture with fewer bytes than one for each 8 × 8 block of 64 is a claim, not a picture.
    guard full.pixelCount / 8192 <= bytes.count else { throw .damaged }
    guard let handle = tjInitDecompress() else { throw .outOfMemory }
    defer { tjDestroy(handle) }
    let start = bytes.bindMemory(to: UInt8.self).baseAddress
    var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let header = tjDecompressHeader3(handle, start, UInt(bytes.count), &width, &height, &subsampling, &space)
    guard header == 0 || isWarning(handle), let found = PixelSize(width: Int(width), height: Int(height)), found == full
    else { throw .damaged }

    let size = scaled(full, for: target)
    let layout: PixelLayout =
      switch TJCS(UInt32(space)) {
      case TJCS_GRAY: .grey
      case TJCS_CMYK, TJCS_YCCK: .invertedCMYK
      default: .rgb
      }
    let pixels = try PixelBuffer(size: size, layout: layout)
    let result = tjDecompress2(
      handle, start, UInt(bytes.count), pixels.samples, Int32(size.width), 0, Int32(size.height), format(layout), 0)
    guard result == 0 || isWarning(handle) else { throw .damaged }
    return DecodedPicture(
      pixels: pixels, fullSize: full, orientation: orientation, profile: structure.profile,
      isDamaged: result != 0)
  }

  private static func isWarning(_ handle: tjhandle) -> Bool {
    tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
  }

  /// As tjDecompress2 counts: rounded up.
  private static func scaled(_ full: PixelSize, for target: PictureTarget) -> PixelSize {
    for denominator in denominators {
      let size = PixelSize(
        width: (full.width + denominator - 1) / denominator, height: (full.height + denominator - 1) / denominator)
      if let size, target.isMet(by: size, of: full) { return size }
    }
    return full
  }

  private static func format(_ layout: PixelLayout) -> Int32 {
    switch layout {
    case .grey: Int32(TJPF_GRAY.rawValue)
    case .rgb: Int32(TJPF_RGB.rawValue)
    case .rgba: Int32(TJPF_RGBA.rawValue)
    case .cmyk, .invertedCMYK: Int32(TJPF_CMYK.rawValue)
    }
  }
}
