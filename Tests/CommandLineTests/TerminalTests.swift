// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Unlock

@testable import CommandLineInterface

extension OneAtATime {
  @Suite("Questions on a terminal")
  struct TerminalTests {
    /// A terminal of two ends: what is written to `outside` is what a person types.
    private struct TerminalPair {
      let outside: Int32
      let inside: Int32

      init() throws {
        outside = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var unlocked: Int32 = 0
        var number: Int32 = 0
        // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
        try #require(ioctl(outside, 0x4004_5431, &unlocked) == 0 && ioctl(outside, 0x8004_5430, &number) == 0)
        inside = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(inside >= 0)
      }

      func type(_ text: String) { _ = write(outside, text, text.utf8.count) }

      /// What is on the screen so far.
      func screen() -> String {
        var text: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        var wanted = pollfd(fd: outside, events: Int16(POLLIN), revents: 0)
        while poll(&wanted, 1, 50) > 0 {
          let got = read(outside, &block, block.count)
          guard got > 0 else { break }
          text += block[..<got]
        }
        return String(decoding: text, as: UTF8.self)
      }

      var echoes: Bool {
        var settings = termios()
        tcgetattr(outside, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
      }
    }

    /// Switches echo off first, as a prompt does: a test types before it is asked.
    private func typeSilently(_ text: String, _ pair: TerminalPair) {
      var settings = termios()
      tcgetattr(pair.inside, &settings)
      let before = settings
      settings.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(pair.inside, TCSANOW, &settings)
      pair.type(text)
      // The terminal takes what was typed in its own time.
      var wanted = pollfd(fd: pair.inside, events: Int16(POLLIN), revents: 0)
      _ = poll(&wanted, 1, 2000)
      settings = before
      tcsetattr(pair.inside, TCSANOW, &settings)
    }

    @Test("A password is not shown while it is typed, and echo is back afterwards")
    func noEcho() throws {
      let pair = try TerminalPair()
      defer { close(pair.outside) }
      let terminal = Terminal(descriptor: pair.inside)
      let typist = spawnShell("sleep 0.3; printf 'tiger \\360\\237\\220\\205\\n' >&\(pair.outside)")
      defer { waitpid(typist, nil, 0) }
      let line = try terminal.askSecret("Password: ")
      let expected = try [UInt8]("tiger 🐅".utf8).withUnsafeBytes { try Password($0) }
      #expect(try line.password().isSame(as: expected))
      #expect(pair.echoes)
      let screen = pair.screen()
      #expect(screen.contains("Password: "))
      #expect(!screen.contains("tiger"))
    }

    @Test("The erase key takes back what was mistyped")
    func erase() throws {
      let pair = try TerminalPair()
      defer { close(pair.outside) }
      let terminal = Terminal(descriptor: pair.inside)
      typeSilently("tigr\u{7f}er\n", pair)
      let expected = try [UInt8]("tiger".utf8).withUnsafeBytes { try Password($0) }
      #expect(try terminal.askSecret("Password: ").password().isSame(as: expected))
    }

    @Test("A new password is asked twice, and again if the two differ or the first is empty")
    func newPassword() throws {
      let pair = try TerminalPair()
      defer { close(pair.outside) }
      let terminal = Terminal(descriptor: pair.inside)
      typeSilently("\none\ntwo\nthree\nthree\n", pair)
      let expected = try [UInt8]("three".utf8).withUnsafeBytes { try Password($0) }
      #expect(try SecretSource.askNew("New password: ", on: terminal).isSame(as: expected))
      let screen = pair.screen()
      #expect(screen.contains("must not be empty"))
      #expect(screen.contains("not the same"))
    }

    @Test("Without an answer nothing is decided")
    func noAnswer() throws {
      let pair = try TerminalPair()
      defer { close(pair.outside) }
      let terminal = Terminal(descriptor: pair.inside)
      typeSilently("\nyes\n y \nof course\n\u{4}", pair)
      #expect(!terminal.confirm("Sure?"))
      #expect(terminal.confirm("Sure?"))
      #expect(terminal.confirm("Sure?"))
      #expect(!terminal.confirm("Sure?"))
      #expect(throws: Failure.self) { try terminal.askSecret("Password: ") }
    }

    @Test("A signal ends the question, with echo back", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) throws {
      let pair = try TerminalPair()
      defer { close(pair.outside) }
      let terminal = Terminal(descriptor: pair.inside)
      let before = pair.echoes
      try withNote(of: signal) {
        do throws(Failure) {
          _ = try terminal.askSecret("Password: ")
          Issue.record("the question was answered")
        } catch {
          #expect(error.code == ExitCode(signal: signal))
        }
      }
      #expect(pair.echoes == before)
    }

    /// Sends `signal` to this process again and again until `body` is through; it is noted only while a question waits.
    private func withNote(of signal: Int32, _ body: () throws -> Void) throws {
      let child = spawnShell("sleep 0.4; kill -\(signal) \(getpid())")
      try #require(child > 0)
      // Outside of a question the signal must not end the test.
      let previous = Glibc.signal(signal) { _ in }
      defer {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
        _ = Glibc.signal(signal, previous)
      }
      try body()
    }

    /// The child has this process's descriptors, those of the terminal too. Not every shell knows those above 9.
    private func spawnShell(_ command: String) -> pid_t {
      var child: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] =
        ["bash", "-c", command].map { (text: String) in strdup(text) } + [nil]
      defer { arguments.forEach { free($0) } }
      guard posix_spawn(&child, "/bin/bash", nil, nil, &arguments, environ) == 0 else { return -1 }
      return child
    }
  }
}
