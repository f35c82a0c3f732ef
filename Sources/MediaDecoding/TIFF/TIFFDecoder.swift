// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CTIFF
internal import MediaWire

/// The first page of a TIFF by libtiff: row by row where rows are what is stored, else by its own conversion to RGBA.
struct TIFFDecoder {
  private static let pixelLimit = 400_000_000
  private static let wholePixelLimit = 64_000_000

  private let memory: TIFFMemory
  private let handle: OpaquePointer
  private let full: PixelSize
  private let target: PictureTarget

  static func decode(
    _ bytes: UnsafeRawBufferPointer, for target: PictureTarget, orientation: Orientation = .upright
  ) throws(NoPicture) -> DecodedPicture {
    try TIFFDecoder(bytes, target).picture(orientation)
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ target: PictureTarget) throws(NoPicture) {
    guard let memory = TIFFMemory(bytes), let handle = memory.handle,
      let full = PixelSize(
        width: Int(agony_tiff_long(handle, UInt32(TIFFTAG_IMAGEWIDTH))),
        height: Int(agony_tiff_long(handle, UInt32(TIFFTAG_IMAGELENGTH))))
    else { throw .damaged }
    guard full.pixelCount <= Self.pixelLimit else { throw .tooLarge }
    // No compression of TIFF makes more than some thousand bytes of one.
    guard full.pixelCount / 40_000 <= bytes.count else { throw .damaged }
    self.memory = memory
    self.handle = handle
    self.full = full
    self.target = target
  }

  private func short(_ tag: Int32) -> Int { Int(agony_tiff_short(handle, UInt32(tag))) }

  private func picture(_ orientation: Orientation) throws(NoPicture) -> DecodedPicture {
    let size = target.sufficient(for: full)
    if let row = TIFFRow(
      handle: handle, width: full.width, photometric: short(TIFFTAG_PHOTOMETRIC),
      bits: short(TIFFTAG_BITSPERSAMPLE), samples: short(TIFFTAG_SAMPLESPERPIXEL),
      planar: short(TIFFTAG_PLANARCONFIG), format: short(TIFFTAG_SAMPLEFORMAT), compression: short(TIFFTAG_COMPRESSION))
    {
      let (pixels, isWhole) = try rows(row, size)
      return DecodedPicture(
        pixels: pixels, fullSize: full, orientation: orientation, profile: profile(), isDamaged: !isWhole)
    }
    return DecodedPicture(
      pixels: try AreaScaler.scale(try whole(), to: size), fullSize: full, orientation: orientation,
      profile: short(TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_SEPARATED ? nil : profile())
  }

  private func rows(_ reader: TIFFRow, _ size: PixelSize) throws(NoPicture) -> (PixelBuffer, Bool) {
    guard let lineSize = PixelSize(width: full.width, height: 1) else { throw .damaged }
    let line = try PixelBuffer(size: lineSize, layout: reader.layout)
    var scaler = try AreaScaler(from: full, to: size, layout: reader.layout)
    let scanline = TIFFScanlineSize64(handle)
    guard scanline >= reader.storedByteCount, scanline <= 1 << 28 else { throw .damaged }
    let stored = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(scanline) + 16, alignment: 16)
    defer { stored.deallocate() }
    var count = 0
    while count < full.height, TIFFReadScanline(handle, stored.baseAddress, UInt32(count), 0) == 1 {
      reader.convert(UnsafeRawBufferPointer(stored), into: line)
      line.multiplyOpacity()
      scaler.add(row: line.samples)
      count += 1
    }
    guard count > 0 else { throw .damaged }
    scaler.result.divideOpacity()
    return (scaler.result, count == full.height)
  }

  /// Everything else, as libtiff turns it into RGBA. The directory's orientation is left to the caller.
  private func whole() throws(NoPicture) -> PixelBuffer {
    guard full.pixelCount <= Self.wholePixelLimit else { throw .tooLarge }
    let buffer = try PixelBuffer(size: full, layout: .rgba)
    let isRead = buffer.samples.withMemoryRebound(to: UInt32.self, capacity: full.pixelCount) {
      // The stored orientation as the wanted one: pixels come as they lie.
      TIFFReadRGBAImageOriented(
        handle, UInt32(full.width), UInt32(full.height), $0, max(1, Int32(short(TIFFTAG_ORIENTATION))), 0)
    }
    guard isRead == 1 else { throw .damaged }
    return buffer
  }

  private func profile() -> [UInt8]? {
    var byteCount: UInt32 = 0
    guard let bytes = agony_tiff_profile(handle, &byteCount), Int(byteCount) <= ColourTransform.profileByteLimit else {
      return nil
    }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(byteCount)))
  }
}
