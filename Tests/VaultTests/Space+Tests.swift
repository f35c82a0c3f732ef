// Agony
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport

@testable import Vault

extension Space {
  func page(_ number: Int) throws -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 4096)
    try page.withUnsafeMutableBytes { try readIndexPage(number, into: $0) }
    return page
  }

  func setPage(_ number: Int, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try writeIndexPage(number, from: $0) }
  }

  /// Writes a part; the next commit names it.
  @discardableResult
  func store(_ bytes: [UInt8], expected: Bool = true) throws -> Part {
    let writer = try makePartWriter(expectedByteCount: expected ? Int64(bytes.count) : 0)
    try bytes.withUnsafeBytes { try writer.write($0) }
    let part = try writer.finish().part
    adopt(part)
    return part
  }

  func content(of part: Part) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(part.byteCount))
    try bytes.withUnsafeMutableBytes { try read(part, at: 0, into: $0) }
    return bytes
  }

  func report(_ parts: [Part], repair: Bool = false) throws -> PageReport {
    try check(parts: parts, repair: repair) { _, _ in }
  }

  var sequence: UInt64 { state.withLock { $0.root.sequence } }
}

/// Runs `body`; whether there was no room for it. Other errors pass through.
func lacksRoom(_ body: () throws -> Void) throws -> Bool {
  do {
    try body()
    return false
  } catch {
    guard error as? VaultError == .noRoom else { throw error }
    return true
  }
}
