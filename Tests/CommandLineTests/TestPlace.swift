// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import CommandLineInterface

/// A folder of its own with a small vault in it, gone when the test is.
final class TestPlace {
  let folder: String
  var vault: String { folder + "/album.agony" }

  init(passwords: String..., rooms: String = "2", size: String = "16M") throws {
    var template = Array("/tmp/agony-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    folder = String(cString: made)
    let run = run(
      "create", vault, "--size", size, "--rooms", rooms, "--kdf-memory", "64M", "--force", secrets: ["--passwords-fd"],
      lines: passwords.joined(separator: "\n"), namesVault: false)
    try #require(run.code == .done, "\(run.errors)")
  }

  deinit {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] =
      ["rm", "-rf", folder].map { (text: String) in strdup(text) } + [nil]
    defer { arguments.forEach { free($0) } }
    if posix_spawn(&child, "/bin/rm", nil, nil, &arguments, nil) == 0 { waitpid(child, nil, 0) }
  }

  /// The program on this place's vault; operands that are names of files here become paths.
  func run(_ words: String..., password: String? = nil, namesVault: Bool = true) -> ProgramRun {
    run(words, secrets: password == nil ? [] : ["--password-fd"], lines: password ?? "", namesVault: namesVault)
  }

  func run(_ words: String..., secrets: [String], lines: String, namesVault: Bool = true) -> ProgramRun {
    run(words, secrets: secrets, lines: lines, namesVault: namesVault)
  }

  /// `secrets`: options that all get the same descriptor, from which `lines` come.
  private func run(_ words: [String], secrets: [String], lines: String, namesVault: Bool) -> ProgramRun {
    var ends: [Int32] = [-1, -1]
    if !secrets.isEmpty, pipe(&ends) == 0 {
      _ = Glibc.write(ends[1], lines, lines.utf8.count)
      close(ends[1])
    }
    defer { if ends[0] >= 0 { close(ends[0]) } }
    let inFolder = ["import", "export"].contains(words[0])
    var arguments = words.enumerated().map { index, word in
      let isPath = inFolder && index > 0 && ["src", "a.jpg", "out"].contains(word)
      return isPath ? folder + "/" + word : word
    }
    for option in secrets { arguments += [option, String(ends[0])] }
    if namesVault, words[0] != "create" { arguments += ["--vault", vault] }
    return ProgramRun(bytes: arguments.map { [UInt8]($0.utf8) }, hiding: folder + "/")
  }

  func photoBytes(seed: UInt8, byteCount: Int = 3000) -> [UInt8] {
    let head: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
    return head + (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) ^ seed } + [0xff, 0xd9]
  }

  func photo(_ name: String, seed: UInt8, byteCount: Int = 3000) throws -> [UInt8] {
    let bytes = photoBytes(seed: seed, byteCount: byteCount)
    try write(bytes, to: name)
    return bytes
  }

  func write(_ bytes: [UInt8], to name: String) throws { try write(bytes, to: [UInt8](name.utf8)) }

  func write(_ bytes: [UInt8], to name: [UInt8]) throws {
    let path = [UInt8](folder.utf8) + [UInt8(ascii: "/")] + name
    try Folders.makeParents(of: path)
    let descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Nil if there is no such file.
  func read(_ name: String) -> [UInt8]? {
    let descriptor = open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let got = Glibc.read(descriptor, &bytes, bytes.count)
    return got < 0 ? nil : [UInt8](bytes[..<got])
  }

  /// Damage: zeros in the vault file.
  func overwriteVault(at offset: Int, byteCount: Int) throws {
    let descriptor = open(vault, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: byteCount)
    try #require(pwrite(descriptor, zeros, byteCount, offset) == byteCount)
  }

  func firstID(password: String) -> String? {
    let output = run("list", "--json", "--limit", "1", password: password).output
    guard let start = output.firstRange(of: "\"id\":\"")?.upperBound else { return nil }
    return String(output[start...].prefix { $0 != "\"" })
  }
}
