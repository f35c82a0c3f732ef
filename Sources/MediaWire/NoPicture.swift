// Agony
// SPDX-License-Identifier: Apache-2.0

/// Why there is no thumbnail.
package enum NoPicture: UInt8, Error, Sendable, CaseIterable {
  /// Nobody asked for one.
  case notAsked
  /// Not a format that is decoded: a document, a program, SVG, JPEG 2000.
  case unsupported
  /// Cut short or damaged beyond decoding.
  case damaged
  /// More pixels, frames, scans or boxes than are decoded.
  case tooLarge
  /// A film without a picture: sound only, or no whole key frame.
  case nothingToShow
  /// The library ran out of the memory it is given.
  case outOfMemory
}
