// Agony
// SPDX-License-Identifier: Apache-2.0

internal import CSystem
internal import Glibc

/// What kind of file system a file is on, and whether a vault may live there.
///
/// Copy-on-write file systems keep, for each extent, when it was written: one image of the disk then tells which rooms changed later than others.
/// Network file systems neither lock nor sync as the vault needs. Magic numbers: linux/magic.h and statfs(2).
package struct FileSystem: Sendable, Equatable {
  package let type: Int64
  let isNoCopyOnWrite: Bool
  let journalsData: Bool

  init(type: Int64, isNoCopyOnWrite: Bool = false, journalsData: Bool = false) {
    self.type = type
    self.isNoCopyOnWrite = isNoCopyOnWrite
    self.journalsData = journalsData
  }

  init(ofDescriptor descriptor: Int32) {
    var status = stat()
    let device = fstat(descriptor, &status) == 0 ? UInt64(status.st_dev) : 0
    self.init(
      type: agony_file_system_type(descriptor), isNoCopyOnWrite: agony_is_no_copy_on_write(descriptor) == 1,
      journalsData: MountOptions.contain("data=journal", device: device))
  }

  package init(ofFolder path: FilePath) throws(VaultError) {
    let descriptor = path.withCString { agony_open($0, 0, 0) }
    guard descriptor >= 0 else { throw errno == ENOENT ? .notFound : .inputOutput(code: errno) }
    defer { close(descriptor) }
    self.init(ofDescriptor: descriptor)
  }

  package var name: String { FileSystem.names[type] ?? "unknown (0x\(String(type, radix: 16)))" }

  /// Why a vault should not live here, for a person; nil if it may.
  package var objection: String? {
    if FileSystem.copyOnWrite.contains(type), !isNoCopyOnWrite {
      return
        "\(name) writes every change to a new place and keeps the order of changes, which would show which parts of the vault are in use."
    }
    if FileSystem.network.contains(type) {
      return "\(name) is a network or user-space file system: neither its locks nor its syncs can be relied on."
    }
    if journalsData {
      return "this file system is mounted with data=journal, which keeps copies of what was written last."
    }
    return nil
  }

  /// Gone at the next start of the machine.
  package var isInMemory: Bool { type == 0x0102_1994 || type == 0x8584_58F6 }

  private static let copyOnWrite: Set<Int64> = [0x9123_683E, 0x2FC1_2FC1, 0xCA45_1A4E, 0xF2F5_2010, 0x3434]
  private static let network: Set<Int64> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x6B41_4653, 0x00C3_6400, 0x7375_7245,
    0x6573_5546, 0x0BD0_0BD0, 0x0161_1970, 0x7461_636F, 0x564C,
  ]

  private static let names: [Int64: String] = [
    0xEF53: "ext4", 0x5846_5342: "XFS", 0x9123_683E: "btrfs", 0x2FC1_2FC1: "ZFS", 0xCA45_1A4E: "bcachefs",
    0xF2F5_2010: "F2FS", 0x3434: "NILFS2", 0x0102_1994: "tmpfs", 0x8584_58F6: "ramfs", 0x6969: "NFS", 0x517B: "SMB",
    0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB", 0x0102_1997: "9P", 0x5346_414F: "AFS", 0x6B41_4653: "AFS",
    0x00C3_6400: "Ceph", 0x7375_7245: "Coda", 0x6573_5546: "FUSE", 0x0BD0_0BD0: "Lustre", 0x0161_1970: "GFS2",
    0x7461_636F: "OCFS2", 0x564C: "NCP", 0x794C_7630: "overlayfs", 0x4D44: "FAT", 0x2011_BAB0: "exFAT",
    0x5346_544E: "NTFS", 0x7366_746E: "NTFS", 0x3153_464A: "JFS", 0x5265_4973: "ReiserFS",
  ]
}
