// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLCMS
internal import Glibc
internal import MediaWire

/// Brings pixels from the colour space of an ICC profile to sRGB.
enum ColourTransform {
  /// Largest profile that is looked at.
  static let profileByteLimit = 4 << 20

  /// lcms2's names for the layouts are macros.
  private enum Form {
    static let grey: cmsUInt32Number = 196_617
    static let rgb: cmsUInt32Number = 262_169
    static let rgba: cmsUInt32Number = 262_297
    static let cmyk: cmsUInt32Number = 393_249
    static let invertedCMYK: cmsUInt32Number = 401_441
    /// cmsFLAGS_COPY_ALPHA
    static let copyAlpha: cmsUInt32Number = 0x0400_0000
  }

  /// The pixels in sRGB; nil if the profile is damaged or does not fit them, and they are best taken for sRGB.
  static func toSRGB(_ buffer: PixelBuffer, profile: [UInt8]) throws(NoPicture) -> PixelBuffer? {
    guard profile.count <= profileByteLimit, let source = cmsOpenProfileFromMem(profile, UInt32(profile.count)) else {
      return nil
    }
    defer { cmsCloseProfile(source) }
    guard fits(cmsGetColorSpace(source), buffer.layout), let target = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(target) }
    let hasOpacity = buffer.layout == .rgba
    let transform = cmsCreateTransform(
      source, form(buffer.layout), target, hasOpacity ? Form.rgba : Form.rgb,
      cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), hasOpacity ? Form.copyAlpha : 0)
    guard let transform else { return nil }
    defer { cmsDeleteTransform(transform) }
    let result = try PixelBuffer(size: buffer.size, layout: hasOpacity ? .rgba : .rgb)
    cmsDoTransformLineStride(
      transform, buffer.samples, result.samples, UInt32(buffer.size.width), UInt32(buffer.size.height),
      UInt32(buffer.rowByteCount), UInt32(result.rowByteCount), 0, 0)
    return result
  }

  private static func form(_ layout: PixelLayout) -> cmsUInt32Number {
    switch layout {
    case .grey: Form.grey
    case .rgb: Form.rgb
    case .rgba: Form.rgba
    case .cmyk: Form.cmyk
    case .invertedCMYK: Form.invertedCMYK
    }
  }

  private static func fits(_ space: cmsColorSpaceSignature, _ layout: PixelLayout) -> Bool {
    switch layout {
    case .grey: space == cmsSigGrayData
    case .rgb, .rgba: space == cmsSigRgbData
    case .cmyk, .invertedCMYK: space == cmsSigCmykData
    }
  }
}
