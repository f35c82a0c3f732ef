// Agony
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Vault

/// On a file system made for the test: needs root, mkfs.btrfs and loop devices, and AGONY_TEST_MOUNTS=1.
@Suite(
  "A vault on btrfs",
  .enabled(
    if: ProcessInfo.processInfo.environment["AGONY_TEST_MOUNTS"] == "1",
    "mounts a file system: set AGONY_TEST_MOUNTS=1 as root"))
struct MountTests {
  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command.joined(separator: " "))")
  }

  private static func make(at path: String, evenIfUnsafe: Bool) throws(VaultError) {
    let geometry = VaultGeometry(rooms: 2, brickByteCount: 64 << 10, rows: 1)
    let creation = VaultCreation(geometry: geometry, kdfMemoryKiB: 65_536, kdfPasses: 3)
    try creation.make(at: FilePath(path), rooms: [], evenIfUnsafe: evenIfUnsafe) { _, _ in true }
  }

  @Test(
    "It is refused and leaves nothing, unless copy-on-write is off or it is forced; a full disk leaves nothing either")
  func btrfs() throws {
    let folder = try TemporaryFolder()
    let image = folder.file("image")
    let mount = folder.file("mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    try MountTests.run("truncate", "-s", "128M", image)
    try MountTests.run("mkfs.btrfs", "-q", image)
    try MountTests.run("mount", "-o", "loop", image, mount)
    defer { try? MountTests.run("umount", mount) }
    do {
      try MountTests.make(at: mount + "/a", evenIfUnsafe: false)
      Issue.record("a copy-on-write file system was taken")
    } catch {
      guard case .unsafeFileSystem(let reason) = error else { throw error }
      #expect(reason.contains("btrfs"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: mount) == [])
    try MountTests.make(at: mount + "/forced", evenIfUnsafe: true)
    let vault = try Vault.open(FilePath(mount + "/forced"))
    #expect(vault.fileSystem.name == "btrfs" && vault.fileSystem.objection != nil)
    try FileManager.default.createDirectory(atPath: mount + "/plain", withIntermediateDirectories: true)
    try MountTests.run("chattr", "+C", mount + "/plain")
    try MountTests.make(at: mount + "/plain/a", evenIfUnsafe: false)
    #expect(try Vault.open(FilePath(mount + "/plain/a")).fileSystem.objection == nil)
  }
}
