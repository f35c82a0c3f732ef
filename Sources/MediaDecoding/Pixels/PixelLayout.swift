// Agony
// SPDX-License-Identifier: Apache-2.0

/// How the samples of a pixel lie in memory, one byte each.
enum PixelLayout: Sendable {
  case grey
  case rgb
  /// Red, green, blue, and opacity that is not multiplied in.
  case rgba
  /// Ink, 255 for all of it.
  case cmyk
  /// As Adobe writes it in JPEG: 255 for no ink.
  case invertedCMYK

  var samplesPerPixel: Int {
    switch self {
    case .grey: 1
    case .rgb: 3
    case .rgba, .cmyk, .invertedCMYK: 4
    }
  }
}
