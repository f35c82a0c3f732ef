// Agony
// SPDX-License-Identifier: Apache-2.0

/// A value to bind to a parameter of a statement.
///
/// Never shows its content when printed, interpolated or dumped: it may be what somebody wrote or photographed.
package enum Value: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// NULL for nil.
  package static func optional(_ integer: Int64?) -> Value { integer.map(Value.integer) ?? .null }
  package static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
  package static func optional(_ blob: [UInt8]?) -> Value { blob.map(Value.blob) ?? .null }
}

extension Value: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension Value: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
}

extension Value: ExpressibleByNilLiteral {
  package init(nilLiteral: ()) { self = .null }
}

extension Value: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String {
    switch self {
    case .null: "null"
    case .integer: "integer(…)"
    case .text: "text(…)"
    case .blob: "blob(…)"
    }
  }

  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
