// Agony
// SPDX-License-Identifier: Apache-2.0

internal import MediaWire

/// Formats that libavcodec decodes from the whole file at once: the first frame of a GIF, a BMP.
enum FramePicture {
  private static let pixelLimit = 100_000_000

  /// `size` is what the file's header claims.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, decoder name: String, size: PixelSize?, for target: PictureTarget
  ) throws(NoPicture) -> DecodedPicture {
    guard let size else { throw .damaged }
    guard size.pixelCount <= pixelLimit else { throw .tooLarge }
    let decoder = try FrameDecoder(name)
    let frame = try decoder.frame(of: [bytes])
    guard let full = frame.size else { throw .damaged }
    let pixels = try PixelBuffer(size: full, layout: frame.hasOpacity ? .rgba : .rgb)
    try FrameConverter().convert(frame, to: full, coding: nil, into: pixels, column: 0, row: 0)
    return DecodedPicture(
      pixels: pixels, fullSize: full, orientation: .upright, profile: nil, isDamaged: decoder.isDamaged)
  }

  static func sizeOfGIF(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
    guard bytes.count > 10 else { return nil }
    return PixelSize(width: Int(bytes[6]) | Int(bytes[7]) << 8, height: Int(bytes[8]) | Int(bytes[9]) << 8)
  }

  static func sizeOfBMP(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
    guard bytes.count > 26 else { return nil }
    // The oldest header has 16-bit sides. A negative height counts rows from the top.
    guard bytes.loadUnaligned(fromByteOffset: 14, as: UInt32.self).littleEndian > 12 else {
      return PixelSize(width: Int(bytes[18]) | Int(bytes[19]) << 8, height: Int(bytes[20]) | Int(bytes[21]) << 8)
    }
    return PixelSize(
      width: Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 18, as: Int32.self))),
      height: abs(Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 22, as: Int32.self)))))
  }
}
