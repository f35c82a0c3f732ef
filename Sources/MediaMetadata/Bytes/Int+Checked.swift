// Agony
// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// Nil on overflow.
  func plus(_ other: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// Nil on overflow.
  func minus(_ other: Int) -> Int? {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? nil : difference
  }

  /// Nil on overflow.
  func times(_ other: Int) -> Int? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }

  /// `self · numerator / denominator`, rounded to the nearest; nil if that is no number or does not fit.
  func scaled(by numerator: Int, over denominator: Int) -> Int? {
    guard self >= 0, numerator >= 0, denominator > 0 else { return nil }
    let product = magnitude.multipliedFullWidth(by: numerator.magnitude)
    guard product.high < denominator.magnitude else { return nil }
    let (quotient, remainder) = denominator.magnitude.dividingFullWidth(product)
    guard let whole = Int(exactly: quotient) else { return nil }
    return remainder > (denominator.magnitude - 1) / 2 ? whole.plus(1) : whole
  }
}
