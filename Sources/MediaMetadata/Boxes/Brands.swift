// Agony
// SPDX-License-Identifier: Apache-2.0

enum Brands {
  /// Of an `ftyp` box's content: the major brand, then the compatible ones.
  static func read(_ content: View) -> [FourCC] {
    guard let major = content.fourCC(0) else { return [] }
    var brands = [major]
    for offset in stride(from: 8, to: min(content.count, 8 + 31 * 4), by: 4) {
      if let brand = content.fourCC(offset) { brands.append(brand) }
    }
    return brands
  }
}
