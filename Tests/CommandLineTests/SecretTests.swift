// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Unlock

@testable import CommandLineInterface

@Suite("Passwords from a descriptor")
struct SecretTests {
  /// A pipe that holds `bytes` and then ends; at most 64 KiB.
  private func withPipe(_ bytes: [UInt8], _ body: (Int) throws -> Void) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    defer { close(ends[0]) }
    try body(Int(ends[0]))
  }

  private func descriptor(_ number: Int) throws -> SecretDescriptor {
    try SecretDescriptor(number, option: GlobalOptions.passwordDescriptor)
  }

  private func password(_ text: String) throws -> Password {
    try [UInt8](text.utf8).withUnsafeBytes { try Password($0) }
  }

  @Test("Several come from one descriptor in turn, and the last needs no newline")
  func inTurn() throws {
    try withPipe([UInt8]("first\n  second \nthird".utf8)) { number in
      let source = try descriptor(number)
      for text in ["first", "  second ", "third"] {
        let line = try #require(try source.readLine())
        #expect(try line.password().isSame(as: password(text)))
      }
      #expect(try source.readLine() == nil)
    }
  }

  @Test("Only the newline is taken off, so a carriage return and blanks are part of the password")
  func nothingTrimmed() throws {
    try withPipe([UInt8]("secret\r\n".utf8)) { number in
      let line = try #require(try descriptor(number).readLine())
      #expect(try line.password().isSame(as: password("secret\r")))
    }
  }

  @Test("An empty line is an empty password, which is refused")
  func emptyLine() throws {
    try withPipe([UInt8]("\n".utf8)) { number in
      let line = try #require(try descriptor(number).readLine())
      #expect(throws: Password.Refusal.empty) { try line.password() }
    }
  }

  @Test("A line that is too long is refused, and the next one still found")
  func tooLong() throws {
    try withPipe([UInt8](repeating: 0x61, count: 20_000) + [UInt8]("\nnext\n".utf8)) { number in
      let source = try descriptor(number)
      let line = try #require(try source.readLine())
      #expect(throws: Password.Refusal.tooLong) { try line.password() }
      let next = try #require(try source.readLine())
      #expect(try next.password().isSame(as: password("next")))
    }
  }

  @Test("4,096 bytes are a password")
  func longest() throws {
    try withPipe([UInt8](repeating: 0x61, count: 4096) + [10]) { number in
      let line = try #require(try descriptor(number).readLine())
      #expect(throws: Never.self) { try line.password() }
    }
  }

  @Test("A NUL byte is refused")
  func nul() throws {
    try withPipe([0x61, 0, 0x62, 10]) { number in
      _ = #expect(throws: Failure.self) { try descriptor(number).readLine() }
    }
  }

  @Test("A number with nothing behind it is refused before the vault could get it")
  func closedDescriptor() {
    #expect(throws: Failure.self) { try descriptor(987) }
    #expect(throws: Failure.self) { try descriptor(Int(Int32.max) + 1) }
  }

  @Test("A password says nothing of itself, not even its length")
  func dumps() throws {
    try withPipe([UInt8]("hunter2\n".utf8)) { number in
      let line = try #require(try descriptor(number).readLine())
      var text = ""
      dump(line, to: &text)
      #expect(!text.contains("hunter2"))
      #expect(!"\(try line.password())".contains("hunter2"))
    }
  }
}
