// Agony
// SPDX-License-Identifier: Apache-2.0

/// One call of a command, parsed.
struct Invocation: Sendable {
  /// The command and its subcommand; empty if none was named.
  let path: [CommandSpec]
  let operands: [[UInt8]]
  private let values: [String: [UInt8]]
  private let flags: Set<String>

  init(path: [CommandSpec], operands: [[UInt8]], values: [String: [UInt8]], flags: Set<String>) {
    self.path = path
    self.operands = operands
    self.values = values
    self.flags = flags
  }

  /// `agony collection add`
  var commandWords: String { (["agony"] + path.map(\.name)).joined(separator: " ") }

  func isSet(_ option: OptionSpec) -> Bool { flags.contains(option.name) }

  func bytes(_ option: OptionSpec) -> [UInt8]? { values[option.name] }

  func text(_ option: OptionSpec) throws(Failure) -> String? {
    guard let bytes = values[option.name] else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("the value of '--\(option.name)' is not UTF-8")
    }
    return text
  }

  func integer(_ option: OptionSpec, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = try text(option) else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number) else {
      throw .usage(
        "'--\(option.name)' needs a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not '\(DisplayText.show(text))'")
    }
    return number
  }

  func byteCount(_ option: OptionSpec) throws(Failure) -> Int64? {
    guard let text = try text(option) else { return nil }
    guard let count = ByteSize.parse(text) else {
      throw .usage("'\(DisplayText.show(text))' is not a size; write for example 64M, 1.5G or 2T")
    }
    return count
  }

  func date(_ option: OptionSpec) throws(Failure) -> DateArgument? {
    guard let text = try text(option) else { return nil }
    guard let date = DateArgument(text) else {
      throw .usage("'\(DisplayText.show(text))' is not a date; write for example 2024, 2024-03 or 2024-03-12")
    }
    return date
  }

  /// Operands from `first` on, as ids of items.
  func ids(from first: Int = 0, upTo end: Int? = nil) throws(Failure) -> [Int64] {
    var ids: [Int64] = []
    var seen: Set<Int64> = []
    for operand in operands[first..<(end ?? operands.count)] {
      let id = try Self.id(operand)
      if seen.insert(id).inserted { ids.append(id) }
    }
    return ids
  }

  private static func id(_ operand: [UInt8]) throws(Failure) -> Int64 {
    guard
      operand.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int64(String(decoding: operand, as: UTF8.self)),
      id > 0
    else { throw .usage("'\(DisplayText.show(operand))' is not an id; 'agony list' shows them") }
    return id
  }
}
