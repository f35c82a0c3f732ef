// Agony
// SPDX-License-Identifier: Apache-2.0

enum XMPBox {
  /// Whether a `uuid` box's content is XMP, which then begins at 16.
  static func isXMP(_ content: View) -> Bool {
    content.u32(0) == 0xbe7a_cfcb && content.u32(4) == 0x97a9_42e8 && content.u32(8) == 0x9c71_9994
      && content.u32(12) == 0x91e3_afac
  }
}
