// Agony
// SPDX-License-Identifier: Apache-2.0

/// Text from outside, made safe to show on a terminal.
enum DisplayText {
  /// Control characters and invalid bytes as `\xNN`, characters that change the direction of text as `\u{NNNN}`.
  static func show(_ bytes: [UInt8]) -> String {
    var text = ""
    for piece in LenientUTF8(bytes) {
      switch piece {
      case .invalid(let byte): text += "\\x" + Hexadecimal.text(byte)
      case .scalar(let scalar) where scalar.value < 0x80 && isUnsafe(scalar):
        text += "\\x" + Hexadecimal.text(UInt8(scalar.value))
      case .scalar(let scalar) where isUnsafe(scalar):
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      case .scalar(let scalar): text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  static func show(_ text: String) -> String { show([UInt8](text.utf8)) }

  /// Control characters of C0 and C1, line and paragraph separators, and bidirectional overrides; all below U+10000.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1f, 0x7f...0x9f, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
