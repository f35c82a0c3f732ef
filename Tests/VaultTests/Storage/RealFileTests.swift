// Agony
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Vault

@Suite("A vault on a real file system")
struct RealFileTests {
  private static let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 1)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func make(
    at path: String, geometry: VaultGeometry = geometry, rooms: [VaultCreation.Room] = [],
    progress: (Int64, Int64) -> Bool = { _, _ in true }
  ) throws(VaultError) {
    let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
    try creation.make(at: FilePath(path), rooms: rooms, evenIfUnsafe: true, progress: progress)
  }

  private func makeVault() throws -> String {
    let path = folder.file("a.agony")
    try RealFileTests.make(at: path)
    return path
  }

  private static func changeTime(_ path: String) -> timespec {
    var status = stat()
    _ = stat(path, &status)
    return status.st_mtim
  }

  private static func setTime(_ path: String, seconds: Int) {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    _ = utimensat(AT_FDCWD, path, times, 0)
  }

  @Test("A new vault is whole, private, not sparse, and alone in its folder")
  func made() throws {
    let path = try makeVault()
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600 && status.st_nlink == 1)
    #expect(Int64(status.st_size) == RealFileTests.geometry.fileByteCount)
    #expect(Int64(status.st_blocks) * 512 >= RealFileTests.geometry.fileByteCount)
    #expect(folder.names == ["a.agony"])
    #expect(try Vault.open(FilePath(path)).publicBlockIsWhole)
  }

  @Test("A name that is taken, by whatever, is refused and left alone")
  func taken() throws {
    let file = folder.file("taken")
    try Data("mine".utf8).write(to: URL(filePath: file))
    #expect(throws: VaultError.alreadyExists) { try RealFileTests.make(at: file) }
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
    let dangling = folder.file("dangling")
    #expect(symlink("nowhere", dangling) == 0)
    #expect(throws: VaultError.alreadyExists) { try RealFileTests.make(at: dangling) }
    #expect(throws: VaultError.alreadyExists) { try RealFileTests.make(at: folder.path) }
    // Taken while the vault was being filled.
    let late = folder.file("late")
    #expect(throws: VaultError.alreadyExists) {
      try RealFileTests.make(at: late) { _, _ in
        if access(late, F_OK) != 0 { close(creat(late, 0o600)) }
        return true
      }
    }
    #expect(try Data(contentsOf: URL(filePath: late)).isEmpty)
    #expect(Set(folder.names) == ["taken", "dangling", "late"])
  }

  @Test("Neither a stop nor an error leaves anything")
  func nothingLeft() throws {
    let large = VaultGeometry(rooms: 2, brickByteCount: 4 << 20, rows: 1)
    #expect(throws: VaultError.cancelled) {
      try RealFileTests.make(at: folder.file("a"), geometry: large) { done, _ in done < 3 << 20 }
    }
    #expect(throws: VaultError.notFound) { try RealFileTests.make(at: folder.file("none/a")) }
    #expect(throws: VaultError.diskFull) {
      try RealFileTests.make(
        at: folder.file("a"), geometry: VaultGeometry(rooms: 8, brickByteCount: 4 << 20, rows: 1 << 26))
    }
    #expect(folder.names == [])
  }

  @Test("A second opening finds the vault busy, from the same process and from another, and not once it is closed")
  func busy() async throws {
    let path = try makeVault()
    var vault: Vault? = try Vault.open(FilePath(path))
    #expect(vault?.isWritable == true)
    for mode in [Vault.Mode.readWrite, .readOnly, .readWriteIfAllowed] {
      #expect(throws: VaultError.busy) { try Vault.open(FilePath(path), mode: mode) }
    }
    await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
      do {
        _ = try Vault.open(FilePath(path))
      } catch {
        exit(error as? VaultError == .busy ? 9 : 8)
      }
    }
    vault = nil
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      exit(try Vault.open(FilePath(path)).isWritable ? 7 : 6)
    }
    let readers = try (0..<2).map { _ in try Vault.open(FilePath(path), mode: .readOnly) }
    #expect(readers.allSatisfy { !$0.isWritable })
    _ = withExtendedLifetime(readers) {
      #expect(throws: VaultError.busy) { try Vault.open(FilePath(path), mode: .readWrite) }
    }
  }

  @Test(
    "The time is now after opening and after closing, whatever was done, and stays as it was when only reading is allowed"
  )
  func time() throws {
    let path = try makeVault()
    let start = Foundation.time(nil)
    RealFileTests.setTime(path, seconds: 1_000_000)
    var vault: Vault? = try Vault.open(FilePath(path))
    #expect(RealFileTests.changeTime(path).tv_sec >= start)
    RealFileTests.setTime(path, seconds: 1_000_000)
    _ = try vault?.slots.open(SecretBytes.random(count: 32))
    vault = nil
    #expect(RealFileTests.changeTime(path).tv_sec >= start)
    RealFileTests.setTime(path, seconds: 1_000_000)
    let before = try Data(contentsOf: URL(filePath: path))
    vault = try Vault.open(FilePath(path), mode: .readOnly)
    #expect(throws: VaultError.readOnly) { try vault?.mendPublicBlock() }
    vault = nil
    #expect(RealFileTests.changeTime(path).tv_sec == 1_000_000)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("A file that may only be read opens so, under a shared lock")
  func readOnlyFile() async throws {
    let path = try makeVault()
    RealFileTests.setTime(path, seconds: 1_000_000)
    chmod(path, 0o444)
    chmod(folder.path, 0o755)
    // Root may write to anything: another process becomes nobody first.
    await #expect(processExitsWith: .exitCode(5)) { [path = path as String] in
      if geteuid() == 0 { guard setgid(65_534) == 0, setuid(65_534) == 0 else { exit(1) } }
      let first = try Vault.open(FilePath(path))
      let second = try Vault.open(FilePath(path))
      guard !first.isWritable, !second.isWritable else { exit(2) }
      do {
        _ = try Vault.open(FilePath(path), mode: .readWrite)
        exit(3)
      } catch {
        exit(error as? VaultError == .readOnly ? 5 : 4)
      }
    }
    #expect(RealFileTests.changeTime(path).tv_sec == 1_000_000)
  }

  @Test("What is not a regular file is refused at once, a pipe too", .timeLimit(.minutes(1)))
  func strangeFiles() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let socket = folder.file("loop")
    #expect(symlink("loop", socket) == 0)
    for mode in [Vault.Mode.readWrite, .readOnly, .readWriteIfAllowed] {
      for path in [pipe, folder.path, "/dev/null", "/dev/zero"] {
        #expect(throws: VaultError.notAVault, "\(path)") { try Vault.open(FilePath(path), mode: mode) }
      }
      #expect(throws: VaultError.notFound) { try Vault.open(FilePath(folder.file("none")), mode: mode) }
      #expect(throws: VaultError.notFound) { try Vault.open(FilePath(pipe + "/a"), mode: mode) }
      #expect(throws: VaultError.inputOutput(code: ELOOP)) { try Vault.open(FilePath(socket), mode: mode) }
    }
    let text = folder.file("text")
    try Data("hello".utf8).write(to: URL(filePath: text))
    RealFileTests.setTime(text, seconds: 1_000_000)
    #expect(throws: VaultError.notAVault) { try Vault.open(FilePath(text)) }
    #expect(RealFileTests.changeTime(text).tv_sec == 1_000_000)
  }

  @Test("A vault opens through a symbolic link, and is the same file")
  func link() throws {
    let path = try makeVault()
    let link = folder.file("link")
    #expect(symlink("a.agony", link) == 0)
    let identity = try Vault.open(FilePath(link)).identity
    #expect(identity == (try Vault.open(FilePath(path)).identity))
    var vault: Vault? = try Vault.open(FilePath(link))
    #expect(throws: VaultError.busy) { try Vault.open(FilePath(path)) }
    vault = nil
    #expect(vault == nil)
  }

  @Test("Every descriptor of the vault is closed in programs that are started, and none stays open")
  func descriptors() throws {
    let path = try makeVault()
    func open() -> [Int32] {
      (0..<200).filter { descriptor in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path
      }
    }
    var vault: Vault? = try Vault.open(FilePath(path))
    #expect(!open().isEmpty && vault != nil)
    for descriptor in open() { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
    vault = nil
    #expect(open() == [])
    #expect(throws: VaultError.self) { try Vault.open(FilePath(folder.path)) }
  }

  @Test("Commits, enlarging and reopening work on the real file, past the page cache where that can be")
  func session() throws {
    let path = folder.file("a.agony")
    let secret = SecretBytes.random(count: 32)
    let geometry = VaultGeometry(rooms: 2, brickByteCount: 1 << 20, rows: 2)
    try RealFileTests.make(
      at: path, geometry: geometry, rooms: [VaultCreation.Room(secret: secret, isSpare: false)])
    var generator = SeededRandom(seed: 8)
    let bytes = generator.bytes(1_500_000)
    let part: Part
    do {
      let vault = try Vault.open(FilePath(path))
      let space = try Space(vault.file, try #require(try vault.slots.open(secret)))
      part = try space.store(bytes)
      try space.setPage(0, SecretVault.mark)
      try space.commit()
      let larger = try vault.enlarge(toHold: 10 << 20) { _, _ in true }
      #expect(larger.rows == 5)
      #expect(throws: VaultError.diskFull) { try vault.enlarge(toHold: 1 << 52) { _, _ in true } }
      let more = try space.store(bytes)
      try space.commit()
      #expect(try space.content(of: more) == bytes)
    }
    let vault = try Vault.open(FilePath(path))
    #expect(vault.geometry.rows == 5 && vault.publicBlockIsWhole)
    let space = try Space(vault.file, try #require(try vault.slots.open(secret)))
    #expect(try space.page(0) == SecretVault.mark)
    var read = [UInt8](repeating: 0, count: bytes.count)
    try read.withUnsafeMutableBytes { try space.read(part, at: 0, into: $0, bypassingCache: true) }
    #expect(read == bytes)
    try vault.slots.rewrite(try #require(try vault.slots.open(secret)), secret: secret)
  }

  @Test("File systems that keep old versions, and those of a network, are refused with a reason")
  func fileSystems() {
    for type in [0x9123_683E, 0x2FC1_2FC1, 0xCA45_1A4E, 0xF2F5_2010, 0x3434, 0x6969, 0xFF53_4D42, 0x6573_5546]
      as [Int64]
    {
      #expect(FileSystem(type: type).objection != nil)
    }
    for type in [0xEF53, 0x5846_5342, 0x0102_1994, 0x794C_7630] as [Int64] {
      #expect(FileSystem(type: type).objection == nil)
    }
    #expect(FileSystem(type: 0x9123_683E, isNoCopyOnWrite: true).objection == nil)
    #expect(FileSystem(type: 0x6969, isNoCopyOnWrite: true).objection != nil)
    #expect(FileSystem(type: 0xEF53, journalsData: true).objection != nil)
    #expect(FileSystem(type: 0x0102_1994).isInMemory && !FileSystem(type: 0xEF53).isInMemory)
  }

  @Test(
    "An unsafe file system is refused before anything is written, unless forced; data=journal is found in the mount table"
  )
  func mountTable() {
    let table = Array(
      """
      25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro
      30 1 8:2 / /data rw shared:2 - ext4 /dev/sda2 rw,data=journal
      31 1 8:3 / /data\\040journal rw shared:2 - ext4 /dev/data=journal rw
      """.utf8)
    #expect(!MountOptions.contain("data=journal", device: 8 << 8 | 1, in: table))
    #expect(MountOptions.contain("data=journal", device: 8 << 8 | 2, in: table))
    #expect(!MountOptions.contain("data=journal", device: 8 << 8 | 3, in: table))
    #expect(!MountOptions.contain("data=journal", device: 8 << 8 | 4, in: table))
  }
}
