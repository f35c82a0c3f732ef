// Agony
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import Vault

@testable import Album

@Suite("Looking for files")
struct WalkerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func walk(_ sources: [UInt8]..., excluding: FileIdentity? = nil) -> (files: [String], problems: [Problem]) {
    var walker = SourceWalker(sources, excluding: excluding)
    var files: [String] = []
    var problems: [Problem] = []
    while let found = walker.next() {
      switch found {
      case .file(let source):
        files.append(String(decoding: source.path.dropFirst(folder.bytes.count + 1), as: UTF8.self))
      case .problem(let problem): problems.append(problem)
      }
    }
    return (files, problems)
  }

  @Test("Folders are walked in the order of their names' bytes")
  func order() throws {
    try folder.makeFolder("b")
    for name in ["c", "b/z", "b/A", "a", "B"] { try folder.write([1], to: name) }
    #expect(walk(folder.bytes).files == ["B", "a", "b/A", "b/z", "c"])
  }

  @Test("A name that is no text is found as it is")
  func rawNames() throws {
    try folder.write([1], to: [0xFF, 0x0A, 0xC3])
    var walker = SourceWalker([folder.bytes], excluding: nil)
    guard case .file(let source)? = walker.next() else {
      Issue.record("not found")
      return
    }
    #expect(source.name == [0xFF, 0x0A, 0xC3])
  }

  @Test("A link within a folder is skipped, one that a person names is followed")
  func links() throws {
    try folder.makeFolder("inside")
    try folder.write([1], to: "real.jpg")
    #expect(symlink("../real.jpg", "\(folder.path)/inside/link.jpg") == 0)
    #expect(symlink("..", "\(folder.path)/inside/loop") == 0)

    let within = walk(folder.bytes(of: "inside"))
    #expect(within.files.isEmpty)
    #expect(within.problems.map(\.code) == [.symbolicLink, .symbolicLink])
    #expect(walk(folder.bytes(of: "inside/link.jpg")).files == ["inside/link.jpg"])
    #expect(walk(folder.bytes(of: "inside/loop/inside")).problems.count == 2)
  }

  @Test("A link that leads to itself is named, not followed for ever")
  func linkLoop() throws {
    #expect(symlink("loop", "\(folder.path)/loop") == 0)
    #expect(walk(folder.bytes(of: "loop")).problems.map(\.code) == [.tooDeep])
  }

  @Test("A FIFO and a socket are skipped without waiting for anybody")
  func specialFiles() throws {
    #expect(mkfifo("\(folder.path)/fifo", 0o600) == 0)
    #expect(mknod("\(folder.path)/socket", S_IFSOCK | 0o600, 0) == 0)
    #expect(walk(folder.bytes).problems.map(\.code) == [.notRegular, .notRegular])
    #expect(walk(Array("/dev/null".utf8)).problems.map(\.code) == [.notRegular])
  }

  @Test("An empty file, a missing one and the vault itself are named with their reasons")
  func reasons() throws {
    try folder.write([], to: "empty.jpg")
    let vault = try folder.write([1], to: "vault.agony")
    var status = stat()
    #expect(folder.withPath(vault) { stat($0, &status) } == 0)
    let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    let found = walk(folder.bytes, folder.bytes(of: "nowhere"), [], excluding: identity)
    #expect(found.files.isEmpty)
    #expect(found.problems.map(\.code) == [.empty, .theVault, .notFound, .notFound])
    #expect(found.problems.map(\.status) == [.skipped, .skipped, .failed, .failed])
  }

  @Test("Folders within folders are followed beyond the longest path, and end somewhere")
  func depth() throws {
    let name = String(repeating: "d", count: 200)
    var level = open(folder.path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<SourceWalker.maximumDepth + 5 {
      #expect(mkdirat(level, name, 0o700) == 0)
      let file = openat(level, "a.jpg", O_WRONLY | O_CREAT, 0o600)
      #expect(write(file, "x", 1) == 1)
      close(file)
      let next = openat(level, name, O_RDONLY | O_DIRECTORY)
      close(level)
      level = next
    }
    close(level)
    let found = walk(folder.bytes)
    #expect(found.files.count == SourceWalker.maximumDepth)
    #expect(found.problems.map(\.code) == [.tooDeep])
  }
}
