// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CTIFF

/// Rows of 8 or 16 bits a sample, all samples of a pixel side by side, brought to 8 bits.
struct TIFFRow {
  let layout: PixelLayout
  private let width: Int
  private let bits: Int
  private let stored: Int
  private let isInverted: Bool

  /// Nil for what is stored in any other way.
  init?(
    handle: OpaquePointer, width: Int, photometric: Int, bits: Int, samples: Int, planar: Int, format: Int,
    compression: Int
  ) {
    guard TIFFIsTiled(handle) == 0, bits == 8 || bits == 16, planar == Int(PLANARCONFIG_CONTIG) || samples == 1,
      format == Int(SAMPLEFORMAT_UINT), compression != Int(COMPRESSION_JPEG), compression != Int(COMPRESSION_OJPEG)
    else { return nil }
    let extra = agony_tiff_extra(handle)
    switch (photometric, samples) {
    case (Int(PHOTOMETRIC_MINISBLACK), 1...), (Int(PHOTOMETRIC_MINISWHITE), 1...): layout = .grey
    case (Int(PHOTOMETRIC_RGB), 4...) where extra == Int(EXTRASAMPLE_UNASSALPHA) + 1: layout = .rgba
    case (Int(PHOTOMETRIC_RGB), 4...) where extra == Int(EXTRASAMPLE_ASSOCALPHA) + 1: return nil
    case (Int(PHOTOMETRIC_RGB), 3...): layout = .rgb
    case (Int(PHOTOMETRIC_SEPARATED), 4...): layout = .cmyk
    default: return nil
    }
    isInverted = photometric == Int(PHOTOMETRIC_MINISWHITE)
    stored = samples
    self.width = width
    self.bits = bits
  }

  var storedByteCount: Int { width * stored * bits / 8 }

  func convert(_ row: UnsafeRawBufferPointer, into line: PixelBuffer) {
    let kept = layout.samplesPerPixel
    let flip: UInt8 = isInverted ? 255 : 0
    for x in 0..<width {
      for sample in 0..<kept {
        let index = x * stored + sample
        let value =
          bits == 8 ? row[index] : UInt8(row.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self) / 257)
        line.samples[x * kept + sample] = value ^ flip
      }
    }
  }
}
