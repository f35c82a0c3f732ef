// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Unlock

@Suite("Claim codes")
struct ClaimCodeTests {
  @Test("A code is five groups of five letters that are hard to mistake, and never the same twice")
  func made() {
    let codes = (0..<200).map { _ in ClaimCode.make() }
    #expect(Set(codes).count == 200)
    for code in codes {
      let groups = code.split(separator: "-")
      #expect(groups.count == 5 && groups.allSatisfy { $0.count == 5 })
      #expect(code.allSatisfy { "-0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains($0) })
    }
    // Every letter comes at every place: 200 draws of 32 miss one at a place once in some hundred times.
    for place in [0, 13, 28] {
      #expect(Set(codes.map { Array($0)[place] }).count > 26)
    }
  }

  @Test("However a person types it, it is the same code")
  func forms() throws {
    let shown = "01ABC-DEFGH-JKMNP-QRSTV-WXYZ0"
    let password = try Password(text: shown)
    let forms = [
      shown, shown.lowercased(), "01ABCDEFGHJKMNPQRSTVWXYZ0", "  01abc defgh jkmnp qrstv wxyz0 ",
      "OIABC-DEFGH-JKMNP-QRSTV-WXYZO",
      "oLabc-defgh-jkmnp-qrstv-wxyzo", "0-1-A-B-C-DEFGHJKMNPQRSTVWXYZ0---",
    ]
    for form in forms { #expect(try ClaimCode.canonical(text: form).isSame(as: password), "\(form)") }
  }

  @Test("Anything else comes back as it is")
  func others() throws {
    let others = [
      "hello", "01ABC-DEFGH-JKMNP-QRSTV-WXYZ", "01ABC-DEFGH-JKMNP-QRSTV-WXYZ00", "U1ABC-DEFGH-JKMNP-QRSTV-WXYZ0",
      "01ABC_DEFGH-JKMNP-QRSTV-WXYZ0", "ñ1ABC-DEFGH-JKMNP-QRSTV-WXYZ0", "-", " ",
    ]
    for other in others {
      #expect(try ClaimCode.canonical(text: other).isSame(as: Password(text: other)), "\(other)")
    }
    #expect(throws: Password.Refusal.empty) { try ClaimCode.canonical(text: "") }
    #expect(throws: Password.Refusal.notUTF8) { try [0xFF].withUnsafeBytes { try ClaimCode.canonical($0) } }
  }
}
