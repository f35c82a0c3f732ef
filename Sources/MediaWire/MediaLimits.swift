// Agony
// SPDX-License-Identifier: Apache-2.0

/// What both sides hold each other to.
package enum MediaLimits {
  /// A whole answer: thumbnail, preview and facts.
  package static let replyByteCount = 24 << 20
  /// The first message of a request.
  package static let requestByteCount = 4096
  package static let thumbnailByteCount = 256 << 10
  package static let previewByteCount = 16 << 20
  package static let factsByteCount = 64 << 10
  /// A ThumbHash has at most 25 bytes.
  package static let placeholderByteCount = 32
  /// Longest side that any picture may have.
  package static let side = 1 << 20
  /// Largest piece of the file that one range request asks for.
  package static let rangeByteCount = 1 << 20
  /// Files up to this size are handed over whole, in a memory file; of longer ones the worker asks for ranges.
  package static let wholeFileByteCount = 96 << 20

  /// Shorter side of a thumbnail, in pixels.
  package static let thumbnailShortSide = 320
  /// Longer side of a preview, in pixels; a size the decoder gives for nothing is taken from 80 % of it.
  package static let previewLongSide = 2048
}
