// Agony
// SPDX-License-Identifier: Apache-2.0

/// One item of a HEIF file: a coded picture, a grid of others, or something else.
struct HEIFItem {
  var type: FourCC
  /// Where its bytes lie: in the file, or in the `idat` box.
  var extents: [Range<Int>] = []
  var properties: [HEIFProperty] = []
  /// Items that it refers to, by kind of reference.
  var references: [FourCC: [Int]] = [:]
}
