// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Unlock

@Suite("Passwords")
struct PasswordTests {
  @Test("A password that is shown or dumped shows nothing")
  func nothingShown() throws {
    let password = try Password(text: "correct horse")
    var dumped = ""
    dump(password, to: &dumped)
    dump([password], to: &dumped)
    let shown = dumped + "\(password)" + String(reflecting: password) + "\([password])"
    #expect(!shown.contains("correct") && !shown.contains("99"))
    #expect(Mirror(reflecting: password).children.isEmpty)
  }

  @Test("Passwords are the same when their text is, whatever its form, and differ by a blank or a case")
  func same() throws {
    func isSame(_ a: String, _ b: String) throws -> Bool { try Password(text: a).isSame(as: Password(text: b)) }
    #expect(try isSame("ma\u{F1}ana", "ma\u{6E}\u{303}ana"))
    for (a, b) in [("a", "a "), ("a", "A"), ("a", "aa"), ("ab", "aB"), ("a\0", "a")] { #expect(try !isSame(a, b)) }
    let long = String(repeating: "x", count: 72)
    #expect(try !isSame(long + "a", long + "b"))
  }

  @Test("What is typed byte by byte is the password, corrections and excess included")
  func input() throws {
    let input = SecretInput()
    #expect(throws: Password.Refusal.empty) { try input.password() }
    input.removeLast()
    for byte in "secrex".utf8 { input.append(byte) }
    input.removeLast()
    input.append(UInt8(ascii: "t"))
    #expect(try input.password().isSame(as: Password(text: "secret")))
    input.removeAll()
    #expect(input.count == 0)
    for _ in 0..<10_000 { input.append(UInt8(ascii: "a")) }
    #expect(throws: Password.Refusal.tooLong) { try input.password() }
    for _ in 0..<20_000 { input.removeLast() }
    #expect(input.count == 0)
    input.append(0xC3)
    #expect(throws: Password.Refusal.notUTF8) { try input.password() }
  }
}
