// Agony
// SPDX-License-Identifier: Apache-2.0

/// Which file it is, whatever its name: device and inode.
package struct FileIdentity: Sendable, Hashable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}
