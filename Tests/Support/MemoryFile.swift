// Agony
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import Vault

/// A file in memory, without faults.
package final class MemoryFile: StorageFile {
  private let content: Mutex<[UInt8]>

  package init(_ content: [UInt8] = []) { self.content = Mutex(content) }

  package var bytes: [UInt8] {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }

  package func byteCount() throws(VaultError) -> Int64 { Int64(content.withLock { $0.count }) }

  package func read(at offset: Int64, into bytes: UnsafeMutableRawBufferPointer, direct: Bool) throws(VaultError) {
    try content.withLock { (content) throws(VaultError) in
      guard Int(offset) + bytes.count <= content.count else { throw .damaged(.cutShort) }
      content.copy(Int(offset)..<Int(offset) + bytes.count, into: bytes)
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64, direct: Bool) throws(VaultError) {
    content.withLock { content in
      let end = Int(offset) + bytes.count
      if end > content.count { content.append(contentsOf: [UInt8](repeating: 0, count: end - content.count)) }
      content.overwrite(at: Int(offset), with: bytes)
    }
  }

  package func synchronize() throws(VaultError) {}
  package func touch() {}
}
