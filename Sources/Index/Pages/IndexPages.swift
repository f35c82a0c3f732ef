// Agony
// SPDX-License-Identifier: Apache-2.0

package import Vault

/// The pages an index lies in: those of a `Space`, or a stand-in.
///
/// Pages are numbered from 0 and 4,096 bytes each. What is written stays in an overlay, which reads see, until
/// `commit` makes all of it durable or nothing.
package protocol IndexPages: AnyObject {
  /// False if no commit can succeed. Writing into the overlay may then be refused too.
  var isWritable: Bool { get }
  var indexPageCount: Int { get }
  func readIndexPage(_ number: Int, into page: UnsafeMutableRawBufferPointer) throws(VaultError)
  func writeIndexPage(_ number: Int, from page: UnsafeRawBufferPointer) throws(VaultError)
  func truncateIndex(to pageCount: Int) throws(VaultError)
  /// Back to the last durable pages.
  func discardOverlay()
  /// `usingReserve`: for what makes room, or must work in a full one.
  func commit(usingReserve: Bool) throws(VaultError)
  /// Forgets what was to be adopted and released since the last commit.
  func rollBack()
}

extension Space: IndexPages {}
