// Agony
// SPDX-License-Identifier: Apache-2.0

/// Numbers of bytes as people write and read them. All units are powers of 1,024.
enum ByteSize {
  private static let units: [(suffix: Character, shift: Int)] = [("k", 10), ("m", 20), ("g", 30), ("t", 40)]

  /// Reads `4096`, `64M`, `64MiB`, `64 mb`, `1.5G`; nil for anything else, for less than one byte, for more than 2^62.
  static func parse(_ text: String) -> Int64? {
    var digits = Substring(text.lowercased())
    var shift = 0
    for ending in ["ib", "b"] where digits.hasSuffix(ending) {
      digits = digits.dropLast(ending.count)
      guard ending == "b" || digits.last.map({ letter in units.contains { $0.suffix == letter } }) == true else {
        return nil
      }
      break
    }
    if let unit = units.first(where: { $0.suffix == digits.last }) {
      shift = unit.shift
      digits = digits.dropLast()
    }
    if digits.last == " " { digits = digits.dropLast() }
    return scale(digits, by: shift)
  }

  /// Exact for any number of decimals, rounded down to whole bytes.
  private static func scale(_ digits: Substring, by shift: Int) -> Int64? {
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(isDigit), let units = Int64(whole) else {
      return nil
    }
    let (product, overflow) = units.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { return nil }
    var total = product
    if parts.count == 2 {
      let decimals = parts[1]
      guard !decimals.isEmpty, decimals.count <= 6, decimals.allSatisfy(isDigit), let value = Int64(decimals) else {
        return nil
      }
      var power: Int64 = 1
      for _ in decimals { power *= 10 }
      total += (value * (1 << shift)) / power
    }
    return (1...(1 << 62)).contains(total) ? total : nil
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// `1 byte`, `999 bytes`, `4.2 MiB`, `64 MiB`, `1.5 GiB`: at most one decimal, never a rounded-up unit.
  static func describe(_ byteCount: Int64) -> String {
    guard byteCount >= 1024 else { return byteCount == 1 ? "1 byte" : "\(byteCount) bytes" }
    let names = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var index = 0
    while index + 1 < names.count, byteCount >> (10 * (index + 2)) > 0 { index += 1 }
    let shift = 10 * (index + 1)
    let whole = byteCount >> shift
    let tenths = ((byteCount - whole << shift) * 10) >> shift
    return tenths == 0 || whole >= 100 ? "\(whole) \(names[index])" : "\(whole).\(tenths) \(names[index])"
  }
}
