// Agony
// SPDX-License-Identifier: Apache-2.0

/// What a command takes besides options, in its place.
struct OperandSpec: Sendable {
  enum Count: Sendable { case one, optional, oneOrMore, any }

  let name: String
  let count: Count
  let completion: OptionSpec.Completion

  init(_ name: String, _ count: Count = .one, completion: OptionSpec.Completion = .nothing) {
    self.name = name
    self.count = count
    self.completion = completion
  }

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
