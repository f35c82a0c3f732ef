// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CLCMS

/// Code points of ITU-T H.273 for what the numbers of a video picture mean. 2 is unknown.
struct ColourCoding: Equatable {
  var primaries = 2
  var transfer = 2
  var matrix = 2
  var isFullRange = false

  /// An ICC profile for these primaries and this transfer; nil where sRGB serves.
  func profile() -> [UInt8]? {
    guard let primaries = chromaticities, let curve = curve() else { return nil }
    defer { cmsFreeToneCurve(curve) }
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var triple = primaries
    var curves: [OpaquePointer?] = [curve, curve, curve]
    guard let profile = cmsCreateRGBProfile(&white, &triple, &curves) else { return nil }
    defer { cmsCloseProfile(profile) }
    var byteCount: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(profile, nil, &byteCount) != 0, byteCount > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(byteCount))
    return cmsSaveProfileToMem(profile, &bytes, &byteCount) != 0 ? bytes : nil
  }

  private var chromaticities: cmsCIExyYTRIPLE? {
    func triple(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double)) -> cmsCIExyYTRIPLE {
      cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: red.0, y: red.1, Y: 1), Green: cmsCIExyY(x: green.0, y: green.1, Y: 1),
        Blue: cmsCIExyY(x: blue.0, y: blue.1, Y: 1))
    }
    return switch primaries {
    case 9: triple((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
    case 11, 12: triple((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
    default: nil
    }
  }

  /// sRGB's for everything that screens show alike; HLG's is close to it in the lower half and is left so.
  private func curve() -> OpaquePointer? {
    cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }
}
