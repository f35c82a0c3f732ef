// Agony
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON piece by piece, on one line, in the order given.
///
/// A byte string that is not UTF-8 keeps every byte: each invalid byte b becomes the lone surrogate `\udcXX` with
/// XX = b, which Python's `surrogateescape` turns back. Control characters, and those that make a terminal show text
/// backwards, are written as escapes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init() {}

  mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }
  mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  /// The next value belongs to this name.
  mutating func key(_ name: String) {
    separate()
    quote([UInt8](name.utf8))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func value(_ text: String) { value([UInt8](text.utf8)) }

  mutating func value(_ text: [UInt8]) {
    separate()
    quote(text)
    needsComma = true
  }

  mutating func value(_ number: some BinaryInteger) { raw(String(number)) }
  mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }
  mutating func null() { raw("null") }

  /// Three decimals at most; JSON has no infinities, they become null.
  mutating func value(_ number: Double) {
    guard number.isFinite, number.magnitude < 1e15 else { return null() }
    let thousandths = Int64((number * 1000).rounded())
    raw(String(Double(thousandths) / 1000))
  }

  mutating func field(_ name: String, _ text: String) {
    key(name)
    value(text)
  }
  mutating func field(_ name: String, _ text: [UInt8]) {
    key(name)
    value(text)
  }
  mutating func field(_ name: String, _ number: some BinaryInteger) {
    key(name)
    value(number)
  }
  mutating func field(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }
  mutating func field(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }
  mutating func field(_ name: String, strings: [String]) {
    key(name)
    array { writer in for text in strings { writer.value(text) } }
  }
  mutating func field(_ name: String, optional text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// What was written so far, leaving nothing.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func quote(_ text: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for piece in LenientUTF8(text) {
      switch piece {
      case .invalid(let byte):
        bytes.append(contentsOf: "\\udc".utf8)
        bytes.append(contentsOf: Hexadecimal.text(byte).utf8)
      case .scalar(let scalar):
        escape(scalar)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case _ where DisplayText.isUnsafe(scalar):
      bytes.append(contentsOf: "\\u".utf8)
      bytes.append(contentsOf: Hexadecimal.text(UInt8(scalar.value >> 8)).utf8)
      bytes.append(contentsOf: Hexadecimal.text(UInt8(scalar.value & 0xff)).utf8)
    default:
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
